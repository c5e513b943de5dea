-- What reaches a document is text and the figures of the review: nothing raw, no other picture, no link but to the web
-- or within, no attribute of others. The figures are numbered, and a Word file gets its contents.

local kept_classes = {
  ["references"] = true, ["csl-bib-body"] = true, ["hanging-indent"] = true, ["csl-entry"] = true,
  ["csl-left-margin"] = true, ["csl-right-inline"] = true, ["csl-block"] = true, ["csl-indent"] = true,
  ["smallcaps"] = true, ["nocase"] = true, ["uri"] = true, ["doi"] = true,
}
local kept_attributes = {["entry-spacing"] = true, ["line-spacing"] = true}

local function bare(attr)
  local attributes = {}
  for key, value in pairs(attr.attributes) do
    if kept_attributes[key] and value:match("^%d+$") then attributes[key] = value end
  end
  local identifier = attr.identifier:match("^[%w_:.-]+$") and attr.identifier or ""
  return pandoc.Attr(identifier, attr.classes:filter(function(c) return kept_classes[c] end), attributes)
end

local function strip(element)
  element.attr = bare(element.attr)
  return element
end

local function is_safe(target)
  return target:match("^https?://") or target:match("^#[%w_:.-]+$")
end

local function read(name)
  local file = io.open(name, "rb")
  if not file then return nil end
  local data = file:read("a")
  file:close()
  return data
end

-- A figure of the review is a file that was put beside the text for this call, with what it shows in words.
local function show(image)
  local said = image.src:match("^%l+%.svg$") and read(image.src .. ".alt")
  if not said then return image.caption end
  local source, attributes = image.src, {width = "100%"}
  if FORMAT:match("^html") or FORMAT == "gfm" then
    source, attributes = read(image.src .. ".source"), {}
  elseif FORMAT ~= "typst" then
    source = image.src:gsub("svg$", "png")
    pandoc.mediabag.insert(source, "image/png", read(source))
  end
  return pandoc.Image({pandoc.Str(said)}, source, "", pandoc.Attr("", {}, attributes))
end

local function holds_picture(figure)
  local found = false
  figure:walk({Image = function() found = true end})
  return found
end

local neutral = {
  RawInline = function(raw) return pandoc.Str(raw.text) end,
  RawBlock = function(raw)
    -- The readable list of references, in whose place the bibliography stands.
    if raw.format == "text" then return {} end
    return pandoc.Para({pandoc.Str(raw.text)})
  end,
  Image = show,
  Math = function(math) return pandoc.Str("$" .. math.text .. "$") end,
  Link = function(link)
    if not is_safe(link.target) then return link.content end
    link.title = ""
    return strip(link)
  end,
  Figure = function(figure)
    if not holds_picture(figure) then return pandoc.Para(pandoc.utils.blocks_to_inlines(figure.content)) end
    return strip(figure)
  end,
  Header = function(header)
    -- The title stands above the sections, in HTML as their heading.
    if not FORMAT:match("^html") and FORMAT ~= "gfm" then header.level = math.max(1, header.level - 1) end
    return strip(header)
  end,
  Span = strip, Code = strip, CodeBlock = strip, Div = strip, Table = strip, Row = strip, Cell = strip,
}

local number = 0
local numbered = {
  Figure = function(figure)
    -- Typst counts by itself.
    if FORMAT == "typst" then return nil end
    number = number + 1
    local label = pandoc.Strong({pandoc.Str("Figure " .. number .. ".")})
    local first = figure.caption.long[1]
    if first then
      first.content:insert(1, pandoc.Space())
      first.content:insert(1, label)
    end
    return figure
  end,
}

local function field(kind)
  return '<w:r><w:fldChar w:fldCharType="' .. kind .. '"/></w:r>'
end

-- A contents field that shows its sections even where nobody has it updated; Word puts the pages in.
local function contents(doc)
  local entries = pandoc.List()
  for _, block in ipairs(doc.blocks) do
    if block.t == "Header" and block.level == 1 and block.identifier ~= "" then
      entries:insert(pandoc.Para({pandoc.Link(block.content:clone(), "#" .. block.identifier)}))
    end
  end
  if #entries == 0 then return {} end
  local begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve">'
    .. 'TOC \\o "1-1" \\h \\z \\u</w:instrText></w:r>' .. field("separate")
  entries[1].content:insert(1, pandoc.RawInline("openxml", begin))
  entries[#entries].content:insert(pandoc.RawInline("openxml", field("end")))
  return {
    pandoc.Div({pandoc.Para({pandoc.Str("Contents")})}, pandoc.Attr("", {}, {["custom-style"] = "TOC Heading"})),
    pandoc.Div(entries, pandoc.Attr("", {}, {["custom-style"] = "TOC 1"})),
  }
end

local finished = {
  Pandoc = function(doc)
    if FORMAT ~= "docx" then return nil end
    doc.blocks = pandoc.List(contents(doc)) .. doc.blocks
    return doc
  end,
}

return {neutral, numbered, finished}

-- What reaches a document is text and the figures of the review: nothing raw, no other picture, no link but to the web
-- or within, no attribute of others. Wide tables of the review stand on pages that are turned, and a Word file gets its
-- contents.

local kept_classes = {
  ["references"] = true, ["csl-bib-body"] = true, ["hanging-indent"] = true, ["csl-entry"] = true,
  ["csl-left-margin"] = true, ["csl-right-inline"] = true, ["csl-block"] = true, ["csl-indent"] = true,
  ["smallcaps"] = true, ["nocase"] = true, ["uri"] = true, ["doi"] = true,
}
local kept_attributes = {["entry-spacing"] = true, ["line-spacing"] = true}

-- Two elements of one name would keep Typst from setting the text.
local taken, parts = {}, 0

local function name(identifier)
  if not identifier:match("^[%w_:.-]+$") or taken[identifier] then return "" end
  taken[identifier] = true
  return identifier
end

local function bare(attr)
  local attributes = {}
  for key, value in pairs(attr.attributes) do
    if kept_attributes[key] and value:match("^%d+$") then attributes[key] = value end
  end
  return pandoc.Attr(name(attr.identifier), attr.classes:filter(function(c) return kept_classes[c] end), attributes)
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
  local said = image.src:match("^[%l%d-]+%.svg$") and read(image.src .. ".alt")
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

-- A4 with the margins of a Word file, upright or turned, in twentieths of a point.
local function break_section(turned)
  local width, height = 11906, 16838
  local size = turned and ('w:w="' .. height .. '" w:h="' .. width .. '" w:orient="landscape"')
    or ('w:w="' .. width .. '" w:h="' .. height .. '"')
  return pandoc.RawBlock("openxml", "<w:p><w:pPr><w:spacing w:before=\"0\" w:after=\"0\"/><w:sectPr><w:pgSz " .. size
    .. '/><w:pgMar w:top="1417" w:right="1417" w:bottom="1417" w:left="1417" w:header="708" w:footer="708" w:gutter="0"/>'
    .. "</w:sectPr></w:pPr></w:p>")
end

local function turn(div)
  local table = div.content[1]
  if #div.content ~= 1 or table.t ~= "Table" or not table.identifier:match("^table%-") then return div.content end
  if FORMAT == "docx" then return {break_section(false), table, break_section(true)} end
  if FORMAT == "typst" then
    return {pandoc.RawBlock("typst", "#page(flipped: true)["), table, pandoc.RawBlock("typst", "]")}
  end
  return div.content
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
    -- The UI has no place within a text that a link could lead to.
    if not is_safe(link.target) or (FORMAT == "gfm" and link.target:match("^#")) then return link.content end
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
    -- One of another script has no name of its own that every format can hold, yet the contents lead to it.
    local is_named = header.identifier ~= ""
    header = strip(header)
    if is_named and header.identifier == "" then
      parts = parts + 1
      header.identifier = name("part-" .. parts)
    end
    return header
  end,
  Span = strip, Code = strip, CodeBlock = strip, Table = strip, Row = strip, Cell = strip,
  Div = function(div)
    if div.classes:includes("landscape") then return turn(div) end
    return strip(div)
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
    pandoc.Div({pandoc.Para(pandoc.Inlines(pandoc.utils.stringify(doc.meta["toc-title"])))}, pandoc.Attr("", {}, {["custom-style"] = "TOC Heading"})),
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

return {neutral, finished}

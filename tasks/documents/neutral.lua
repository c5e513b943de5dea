-- What reaches a document is text: nothing raw, no picture, no link but to the web or within, no attribute of others.

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

return {
  {
    RawInline = function(raw) return pandoc.Str(raw.text) end,
    RawBlock = function(raw)
      -- The readable list of references, in whose place the bibliography stands.
      if raw.format == "text" then return {} end
      return pandoc.Para({pandoc.Str(raw.text)})
    end,
    Image = function(image) return image.caption end,
    Math = function(math) return pandoc.Str("$" .. math.text .. "$") end,
    Link = function(link)
      if not is_safe(link.target) then return link.content end
      link.title = ""
      return strip(link)
    end,
    Span = strip, Code = strip, CodeBlock = strip, Div = strip, Header = strip, Table = strip,
    Row = strip, Cell = strip,
  },
}

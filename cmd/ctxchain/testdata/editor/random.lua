-- Many random edits, of which some break the code for a while. At the end, the
-- file is whole, and saved; the test compares the diagnostics with those of the
-- command.

local client = dofile(vim.env.SCRIPTS .. '/client.lua')
client.open(vim.env.FILE)
client.wait('a first answer', function()
  return client.published[client.uri] ~= nil
end)

-- A generator of its own: that of Lua differs from one to the next.
local state = tonumber(vim.env.SEED)
local function random(n)
  state = (state * 1103515245 + 12345) % 2147483648
  return math.floor(state / 65536) % n + 1
end

local whole = {
  '\t_ = g(context.Background())',
  '\t_ = g(ctx)',
  '\t/* é𝄞 */ _ = g(context.TODO())',
  '\t// a comment with 𝄞',
  '',
  '\tctx = context.WithValue(ctx, key{}, 1)',
  '\tif ctx.Err() != nil { _ = g(context.Background()) }',
}
local broken = { '\tif {', '\t_ = undefined', '\t}', '\t"', '\t_ = g(' }

-- body returns the first line of the function's body and the last, from 0.
local function body()
  return client.line('func F(') , client.line('return g(context.Background())') - 1
end

local inserted = {} -- lines that were broken, by their text and a mark
local marks = 0
for i = 1, tonumber(vim.env.EDITS) do
  local first, last = body()
  local at = first + random(last - first + 1) - 1
  local what = random(10)
  if what <= 6 then
    vim.api.nvim_buf_set_lines(client.buf, at, at, false, { whole[random(#whole)] })
  elseif what <= 8 and last > first then
    at = math.min(at, last - 1)
    if not vim.api.nvim_buf_get_lines(client.buf, at, at + 1, false)[1]:find('// mark', 1, true) then
      vim.api.nvim_buf_set_lines(client.buf, at, at + 1, false, {})
    end
  elseif what == 9 and #inserted < 3 then
    marks = marks + 1
    local mark = ' // mark' .. marks .. '.'
    vim.api.nvim_buf_set_lines(client.buf, at, at, false, { broken[random(#broken)] .. mark })
    table.insert(inserted, mark)
  elseif #inserted > 0 then
    local line = client.line(table.remove(inserted))
    vim.api.nvim_buf_set_lines(client.buf, line - 1, line, false, {})
  end
  if random(8) == 1 then
    vim.wait(random(300)) -- a pause, in which something is analyzed
  else
    vim.wait(random(20))
  end
end
for _, mark in ipairs(inserted) do
  local line = client.line(mark)
  vim.api.nvim_buf_set_lines(client.buf, line - 1, line, false, {})
end
vim.cmd('write')
client.wait('the answer to the last edit', function()
  local p = client.published[client.uri]
  return p.version == vim.lsp.util.buf_versions[client.buf]
end)
vim.wait(200)
client.say('') -- Neovim's own messages have no end of line
for _, d in ipairs(client.found()) do
  client.say('found ' .. d)
end
client.say('ok: ' .. vim.env.EDITS .. ' edits')
vim.cmd('qa!')

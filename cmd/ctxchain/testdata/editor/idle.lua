-- A session that is killed while something is analyzed.

local client = dofile(vim.env.SCRIPTS .. '/client.lua')
client.open(vim.env.FILE)
client.wait('a first answer', function()
  return client.published[client.uri] ~= nil
end)
client.say('ready')
local n = 0
while true do
  n = n + 1
  vim.api.nvim_buf_set_lines(client.buf, -1, -1, false, { '// edit ' .. n })
  vim.wait(100)
end

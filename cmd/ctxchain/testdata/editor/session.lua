-- A session as users have them: open, edit, fix, ask, save, close. HOVER is part
-- of what ctxchain lsp says about ctx; it isn't set for gopls, which tells of
-- types instead, and forgets what it found in code that is broken now. Nothing is
-- saved without SAVE.

local client = dofile(vim.env.SCRIPTS .. '/client.lua')
client.open(vim.env.FILE)

local opened = client.line('g(context.Background())')
client.wants('diagnostic of the file as opened', { opened .. ':11 ctxroot/inscope' })

-- An edit that isn't saved, behind characters of two and four bytes.
vim.api.nvim_buf_set_lines(client.buf, opened - 1, opened - 1, false, { '\t/* é𝄞 */ _ = g(context.TODO())' })
client.wants('diagnostic of an unsaved edit', {
  opened .. ':21 ctxroot/inscope',
  (opened + 1) .. ':11 ctxroot/inscope',
})

client.fix(opened, 'context.TODO')
client.wants('quick fix', { (opened + 1) .. ':11 ctxroot/inscope' })
local fixed = vim.api.nvim_buf_get_lines(client.buf, opened - 1, opened, false)[1]
if fixed ~= '\t/* é𝄞 */ _ = g(ctx)' then
  client.fail('the fix made it ' .. fixed)
end

if vim.env.HOVER then
  local params = client.at(opened, 'ctx')
  local hover = client.request('textDocument/hover', {
    textDocument = params.textDocument,
    position = params.range.start,
  })
  local text = hover and hover.contents and hover.contents.value or ''
  if not text:find(vim.env.HOVER, 1, true) then
    client.fail('hover says ' .. text)
  end
  client.say('ok: hover')
end

local function save()
  if vim.env.SAVE then
    vim.cmd('write')
  end
end

-- Broken code keeps what was found.
vim.api.nvim_buf_set_lines(client.buf, opened, opened, false, { '\tif {' })
vim.wait(1500)
if vim.env.HOVER and #client.found() == 0 then
  client.fail('broken code has no diagnostics left')
end
vim.api.nvim_buf_set_lines(client.buf, opened, opened + 1, false, {})
client.wants('broken code and repaired code', { (opened + 1) .. ':11 ctxroot/inscope' })

save()
client.wants('saved', { (opened + 1) .. ':11 ctxroot/inscope' })
client.fix(opened + 1, 'context.Background')
client.wants('last fix', {})
save()

vim.cmd('bdelete!')
client.say('ok: closed')
vim.lsp.stop_client(client.id)
client.wait('the end of the server', function()
  local gone = vim.lsp.get_client_by_id(client.id)
  return gone == nil or gone.is_stopped()
end)
client.say('ok: session')
vim.cmd('qa!')

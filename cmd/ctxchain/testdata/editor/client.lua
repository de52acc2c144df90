-- What the scripts of the end-to-end tests have in common: Neovim as a client of
-- the language server that LSP_CMD starts, for the file that FILE names.
-- It keeps to what Neovim 0.7 has.

local M = { published = {} }

-- fail ends the test.
function M.fail(text)
  io.stderr:write('FAIL: ' .. text .. '\n')
  vim.cmd('cquit 1')
end

-- say tells the test what was done.
function M.say(text)
  io.stdout:write(text .. '\n')
  io.stdout:flush()
end

-- wait waits until a condition holds.
function M.wait(what, condition)
  if not vim.wait(tonumber(vim.env.PATIENCE) or 60000, condition, 20) then
    M.say(vim.inspect(M.published))
    M.fail('waited in vain for ' .. what)
  end
end

-- open opens the file and starts the server.
function M.open(name)
  vim.lsp.handlers['textDocument/publishDiagnostics'] = (function(original)
    return function(err, result, ctx, config)
      if result then
        M.published[result.uri] = result
      end
      return original(err, result, ctx, config)
    end
  end)(vim.lsp.handlers['textDocument/publishDiagnostics'])
  vim.cmd('edit ' .. vim.fn.fnameescape(name))
  M.buf = vim.api.nvim_get_current_buf()
  M.uri = vim.uri_from_bufnr(M.buf)
  M.id = vim.lsp.start_client({
    name = 'server',
    cmd = vim.split(vim.env.LSP_CMD, ' '),
    root_dir = vim.fn.getcwd(),
  })
  vim.lsp.buf_attach_client(M.buf, M.id)
  M.wait('the server', function()
    local client = vim.lsp.get_client_by_id(M.id)
    return client and client.initialized
  end)
end

-- found lists our diagnostics, each "line:column code", counted from 1, in
-- characters of UTF-8.
function M.found()
  local all = {}
  for _, d in ipairs(vim.diagnostic.get(M.buf)) do
    local code = tostring(d.code or (d.user_data and d.user_data.lsp and d.user_data.lsp.code) or '')
    if vim.startswith(code, 'ctx') then
      table.insert(all, string.format('%d:%d %s', d.lnum + 1, d.col + 1, code))
    end
  end
  table.sort(all)
  return all
end

-- wants waits until our diagnostics are these.
function M.wants(what, want)
  M.wait(what .. ': ' .. vim.inspect(want), function()
    return vim.deep_equal(M.found(), want)
  end)
  M.say('ok: ' .. what)
end

-- line returns the number of the first line that contains a text.
function M.line(text)
  for i, line in ipairs(vim.api.nvim_buf_get_lines(M.buf, 0, -1, false)) do
    if line:find(text, 1, true) then
      return i
    end
  end
  M.fail('no line with ' .. text)
end

-- request sends a request and returns its result.
function M.request(method, params)
  local answers, err = vim.lsp.buf_request_sync(M.buf, method, params, 60000)
  if err then
    M.fail(method .. ': ' .. err)
  end
  for _, answer in pairs(answers) do
    if answer.error then
      M.fail(method .. ': ' .. vim.inspect(answer.error))
    end
    return answer.result
  end
end

-- at makes the parameters of a request about the place of a text in a line.
function M.at(line, text)
  local col = vim.api.nvim_buf_get_lines(M.buf, line - 1, line, false)[1]:find(text, 1, true)
  vim.api.nvim_win_set_cursor(0, { line, col - 1 })
  return vim.lsp.util.make_range_params(0, vim.lsp.get_client_by_id(M.id).offset_encoding)
end

-- action returns the first quick fix for a text in a line that a server has.
local function action(line, text)
  local params = M.at(line, text)
  params.context = {
    only = { 'quickfix' },
    diagnostics = vim.tbl_filter(function(d)
      return d.range.start.line == line - 1
    end, M.published[M.uri].diagnostics),
  }
  for _, a in ipairs(M.request('textDocument/codeAction', params) or {}) do
    if a.edit then
      return a.edit
    end
  end
end

-- fix applies the first quick fix for a text in a line. A server that analyzes
-- the file anew, as gopls does when it is saved, has none until it is done.
function M.fix(line, text)
  local edit
  M.wait('a quick fix in line ' .. line, function()
    edit = action(line, text)
    return edit ~= nil
  end)
  vim.lsp.util.apply_workspace_edit(edit, vim.lsp.get_client_by_id(M.id).offset_encoding)
end

return M

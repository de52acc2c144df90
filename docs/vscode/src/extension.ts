// The extension runs `ctxchain lsp` for Go files, beside what else looks at them.

import * as vscode from 'vscode';
import { LanguageClient, type LanguageClientOptions } from 'vscode-languageclient/node';

import { findProgram } from './program';

// section is the name under which VS Code and the server know the settings.
const section = 'ctxchain';

// own are the settings that say which server to run, and aren't for it.
const own = ['path', 'arguments'];

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel('ctxchain', { log: true });
  const started = new Server(log, declared(context.extension.packageJSON));
  server = started;
  context.subscriptions.push(
    log,
    vscode.commands.registerCommand('ctxchain.restart', () => started.restart()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (own.some((name) => change.affectsConfiguration(`${section}.${name}`))) {
        return started.restart();
      }
      return undefined;
    }),
  );
  return started.restart();
}

// VS Code waits for the result, so that the server can end by itself.
export function deactivate(): Promise<void> {
  const ending = server;
  server = undefined;
  return ending ? ending.stop() : Promise.resolve();
}

// declared returns the names of the settings that are the server's, of those that
// package.json declares: the server takes no others.
function declared(packageJSON: { contributes: { configuration: { properties: object } } }): string[] {
  return Object.keys(packageJSON.contributes.configuration.properties)
    .map((name) => name.slice(section.length + 1))
    .filter((name) => !own.includes(name));
}

// A Server is the language server as the user has set it up, of which one runs at
// a time.
class Server {
  private client: LanguageClient | undefined;
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly log: vscode.LogOutputChannel,
    private readonly names: string[],
  ) {}

  restart(): Promise<void> {
    return this.inTurn(async () => {
      await this.end();
      await this.begin();
    });
  }

  stop(): Promise<void> {
    return this.inTurn(() => this.end());
  }

  // inTurn does what is asked for after what was asked for before: a client that
  // starts can't be stopped yet.
  private inTurn(task: () => Promise<void>): Promise<void> {
    this.last = this.last.then(task).catch((err: unknown) => this.log.error(String(err)));
    return this.last;
  }

  private async begin(): Promise<void> {
    const set = vscode.workspace.getConfiguration(section);
    const path = set.get<string>('path', 'ctxchain');
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const cwd = folder?.scheme === 'file' ? folder.fsPath : undefined;
    const command = await findProgram(path, cwd);
    if (command === undefined) {
      void this.complain(`ctxchain: no program "${path}"; install ctxchain, or set ctxchain.path`);
      return;
    }
    const run = { command, args: set.get<string[]>('arguments', ['lsp']), options: cwd === undefined ? {} : { cwd } };
    const client = new LanguageClient(section, 'ctxchain', run, this.options());
    try {
      await client.start();
      this.client = client;
    } catch {
      // The client has told the user, and the log, and has ended what it started.
    }
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client?.needsStop()) {
      await client.dispose();
    }
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: [{ scheme: 'file', language: 'go' }],
      outputChannel: this.log,
      initializationOptions: this.settings(),
      synchronize: { configurationSection: section },
      middleware: {
        workspace: {
          // The server asks for the settings whenever it's told that they changed.
          configuration: (params) => params.items.map((item) => (item.section === section ? this.settings() : null)),
          didChangeConfiguration: (_sections, next) => next(undefined),
        },
      },
    };
  }

  // settings are those for the server.
  private settings(): Record<string, unknown> {
    const set = vscode.workspace.getConfiguration(section);
    return Object.fromEntries(this.names.map((name) => [name, set.get(name)]));
  }

  // complain shows an error that the settings can mend.
  private async complain(message: string): Promise<void> {
    const mend = 'Open Settings';
    if ((await vscode.window.showErrorMessage(message, mend)) === mend) {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'ctxchain.path');
    }
  }
}

import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import * as path from 'node:path';

// findProgram returns the file that a name stands for, as a shell would: one
// without a slash is looked for in the PATH, and others are relative to cwd. It
// returns undefined if there is no such program.
export async function findProgram(name: string, cwd: string | undefined): Promise<string | undefined> {
  const windows = process.platform === 'win32';
  const plain = !name.includes('/') && !(windows && name.includes('\\'));
  // What is relative in the PATH is not looked at: it would be the workspace's.
  const dirs = plain ? (process.env['PATH'] ?? '').split(path.delimiter).filter((dir) => path.isAbsolute(dir)) : [cwd ?? '.'];
  const files = dirs.map((dir) => path.resolve(dir, name));
  for (const file of windows ? files.flatMap((file) => [file, `${file}.exe`]) : files) {
    if (name !== '' && (await isProgram(file))) {
      return file;
    }
  }
  return undefined;
}

// isProgram reports whether a file can be run.
async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

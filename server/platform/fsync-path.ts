import { open } from 'node:fs/promises'

/** Flushes a file's content, or a folder's entries, to the disk. */
export async function fsyncPath(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

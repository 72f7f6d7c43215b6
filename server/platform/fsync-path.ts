import { open } from 'node:fs/promises'

export async function fsyncPath(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

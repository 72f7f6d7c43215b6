/** Returns the dropped files, those in folders and their folders too. Must be called while the drop is handled. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  // the list is emptied as soon as the handler has returned, so the entries are taken before the first wait
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return [...data.files]
  const found: File[] = []
  for (const entry of entries) await gather(entry, found)
  return found
}

async function gather(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (isFile(entry)) {
    const file = await new Promise<File | undefined>((resolve) =>
      entry.file(resolve, () => resolve(undefined)),
    )
    if (file) found.push(file)
    return
  }
  if (!isFolder(entry)) return
  const reader = entry.createReader()
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (some.length === 0) return
    // a folder gives a hundred at a time; those are read side by side, since each costs a turn of the browser
    await Promise.all(some.map((inner) => gather(inner, found)))
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

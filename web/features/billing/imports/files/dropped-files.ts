/**
 * Returns the dropped files, including files in dropped folders. Must be called synchronously in the drop
 * event.
 */
export async function listDroppedFiles(data: DataTransfer): Promise<File[]> {
  // Read before the first await, because browsers clear the list when the event handler returns.
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return [...data.files]
  const files: File[] = []
  for (const entry of entries) await collectFiles(entry, files)
  return files
}

async function collectFiles(entry: FileSystemEntry, files: File[]): Promise<void> {
  if (isFile(entry)) {
    const file = await new Promise<File | undefined>((resolve) =>
      entry.file(resolve, () => resolve(undefined)),
    )
    if (file) files.push(file)
    return
  }
  if (!isFolder(entry)) return
  const reader = entry.createReader()
  for (;;) {
    const childEntries = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (childEntries.length === 0) return
    // `readEntries` returns up to a hundred entries per call. They are read in parallel to save time.
    await Promise.all(childEntries.map((childEntry) => collectFiles(childEntry, files)))
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

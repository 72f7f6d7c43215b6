/** The import that this browser began, so that a reload finds it again. */
const KEY = 'STATEMENT_IMPORT'

export function rememberedImport(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

/** Undefined forgets it. */
export function rememberImport(uniqId: string | undefined): void {
  try {
    if (uniqId === undefined) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, uniqId)
  } catch {
    // with a full or forbidden store the import is still found in the record
  }
}

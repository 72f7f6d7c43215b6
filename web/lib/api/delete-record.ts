import { api, isNotFound } from './api.ts'

/**
 * Deletes a record. A request that was sent twice may find no record because its own first request deleted it,
 * so 404 then counts as saved (rules 15.33).
 */
export async function deleteRecord(path: string): Promise<void> {
  try {
    await api.delete(path)
  } catch (failure) {
    if (!isNotFound(failure) || !failure.wasRepeated) throw failure
  }
}

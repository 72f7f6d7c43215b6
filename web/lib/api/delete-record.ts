import { api, isNotFound } from './api.ts'

/**
 * Deletes a record. A retried request may be rejected because its first attempt succeeded (rules 15.33), so
 * 404 then counts as success.
 */
export async function deleteRecord(path: string): Promise<void> {
  try {
    await api.delete(path)
  } catch (failure) {
    if (!isNotFound(failure) || !failure.wasRepeated) throw failure
  }
}

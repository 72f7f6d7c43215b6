import { api, ApiError, isNotFound } from './api.ts'

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

/**
 * Waits for the answer to a change. A retried request may be rejected because its first attempt succeeded (rules
 * 15.33), so `alreadyDone` then counts as success.
 */
export async function acceptAlreadyDone(change: Promise<unknown>): Promise<void> {
  try {
    await change
  } catch (failure) {
    const isSaved = failure instanceof ApiError && failure.wasRepeated && failure.code === 'alreadyDone'
    if (!isSaved) throw failure
  }
}

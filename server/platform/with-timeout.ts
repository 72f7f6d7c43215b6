/** Rejects with `message` if the work takes longer than `milliseconds`. The work is not aborted. */
export async function withTimeout<Result>(
  promise: Promise<Result>,
  milliseconds: number,
  message: string,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), milliseconds)
  })
  try {
    return await Promise.race([promise, limit])
  } finally {
    clearTimeout(timer)
  }
}

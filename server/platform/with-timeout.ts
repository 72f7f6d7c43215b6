/** Resolves to the result of the work; rejects with these words after the time-out in milliseconds. The work itself goes on. */
export async function withTimeout<Result>(
  work: Promise<Result>,
  milliseconds: number,
  otherwise: string,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise)), milliseconds)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}

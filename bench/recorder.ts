import { Client } from 'pg'

export interface RecordedStatement {
  name?: string
  text: string
  values: readonly unknown[]
  /** Statements of one group were sent without waiting for each other. */
  group: number
}

interface Recording {
  statements: RecordedStatement[]
  running: number
  group: number
}

type Query = (this: Client, ...args: unknown[]) => unknown

/**
 * Notes every statement that this process sends to PostgreSQL while `work` runs, on whatever connection: so the bare
 * server can send the very same ones, and does so still after the portal has changed.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<RecordedStatement[]> {
  const recording: Recording = { statements: [], running: 0, group: 0 }
  const prototype = Client.prototype as unknown as { query: Query }
  const original = prototype.query
  prototype.query = function query(...args) {
    note(recording, args)
    const last = args.at(-1)
    if (typeof last === 'function') {
      args[args.length - 1] = (...answer: unknown[]) => {
        recording.running--
        Reflect.apply(last, undefined, answer)
      }
      return Reflect.apply(original, this, args)
    }
    const answer = Reflect.apply(original, this, args) as Promise<unknown>
    const done = (): void => void recording.running--
    answer.then(done, done)
    return answer
  }
  try {
    await work()
  } finally {
    prototype.query = original
  }
  return recording.statements
}

function note(recording: Recording, [first, second]: unknown[]): void {
  const config =
    typeof first === 'string'
      ? { text: first, values: second }
      : (first as { name?: string; text: string; values?: unknown })
  if (recording.running === 0) recording.group++
  recording.running++
  recording.statements.push({
    ...(config.name && { name: config.name }),
    text: config.text,
    values: Array.isArray(config.values) ? config.values : [],
    group: recording.group,
  })
}

import { inTransaction, prepared, withCommit } from './client.ts'
import type { Db, DbOrTx } from './client.ts'
import { isLost } from './database-driver.ts'
import { isDatabaseUnavailable } from './failures.ts'

interface Asked {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  readonly resolve: (rows: never[] | Promise<never[]>) => void
  readonly reject: (error: unknown) => void
}

/** Statements that are committed together at most: enough that the disk is no longer what they wait for, few enough to wait for. */
const MOST = 16

/** Waiting work of each client, by lane. */
const lanes = new WeakMap<Db, Map<string, Asked[]>>()

/**
 * Runs a statement that changes something by itself and locks a row that all others of its `lane` lock too, so that they
 * could only wait for each other's commit to reach the disk. What comes while one is under way is committed together afterwards:
 * one wait for all. Each succeeds or fails as if it were alone: where one of them is refused, nothing of the group is kept and
 * each is run by itself. Where the database is away, whoever waits is told at once. In a transaction it is like any other statement.
 */
export function inGroup<Row>(
  db: DbOrTx,
  lane: string,
  name: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  if (db.isTransaction) return prepared<Row>(db, name, text, values)
  return new Promise<Row[]>((resolve, reject) => {
    const asked: Asked = { name, text, values, resolve, reject }
    const known = lanes.get(db) ?? new Map<string, Asked[]>()
    lanes.set(db, known)
    const waiting = known.get(lane)
    if (waiting) waiting.push(asked)
    else void serve(db, known, lane, asked)
  })
}

async function serve(db: Db, known: Map<string, Asked[]>, lane: string, first: Asked): Promise<void> {
  const waiting: Asked[] = []
  known.set(lane, waiting)
  for (let group = [first]; group.length > 0; group = waiting.splice(0, MOST)) {
    const failure = await (group.length === 1 ? eachAlone(db, group) : together(db, group))
    if (failure) for (const { reject } of waiting.splice(0)) reject(failure.error)
  }
  known.delete(lane)
}

/** Why the database could not be reached, if that is so. */
type Failure = { readonly error: unknown } | undefined

async function together(db: Db, group: readonly Asked[]): Promise<Failure> {
  const answers: Promise<never[]>[] = []
  try {
    await inTransaction(db, async (tx) => {
      const send = ({ name, text, values }: Asked) => {
        const answer = prepared<never>(tx, name, text, values)
        answers.push(answer)
        return answer
      }
      await withCommit(tx, ...group.map((asked) => () => send(asked)))
    })
  } catch (error) {
    // Whether a commit whose answer did not come has happened, nobody knows: what it held must not be run again.
    if (!isAway(error)) return eachAlone(db, group)
    for (const { reject } of group) reject(error)
    return { error }
  }
  group.forEach(({ resolve }, index) => resolve(answers[index] ?? []))
  return undefined
}

async function eachAlone(db: Db, group: readonly Asked[]): Promise<Failure> {
  let failure: Failure
  for (const { name, text, values, resolve, reject } of group) {
    if (failure) {
      reject(failure.error)
      continue
    }
    try {
      resolve(await prepared<never>(db, name, text, values))
    } catch (error) {
      reject(error)
      if (isAway(error)) failure = { error }
    }
  }
  return failure
}

const isAway = (error: unknown): boolean => isLost(error) || isDatabaseUnavailable(error)

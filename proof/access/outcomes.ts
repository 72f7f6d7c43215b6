import type { LoggedIn } from '@tahanan/server/testing/callers.ts'
import type { Entry } from './entry.ts'
import { allFlagsBut, type TestAccounts, type Flag } from './test-accounts.ts'

/** Outcome of a call: done, only the caller's own records (nothing of what is asked for), or a refusal by its code. */
type Outcome = 'done' | 'nothing' | 'noSession' | 'wrongArea' | 'missingPermission' | 'notFound'

/** The statuses of refusals (rules 14.6). */
export const STATUS_OF = { noSession: 401, wrongArea: 403, missingPermission: 403, notFound: 404 } as const

/** One caller of a route. */
export interface Part {
  /** As a failed test names them. */
  readonly name: string
  /** Null is nobody. */
  readonly caller: LoggedIn | null
  readonly outcome: Outcome
  /** The caller who would be allowed, whose call a refused caller makes. */
  readonly as: LoggedIn
}

/** All callers of a route with their expected outcomes. */
export async function partsOf(cast: TestAccounts, entry: Entry): Promise<Part[]> {
  const { owner, other, superAdmin } = cast
  const administrators = await administratorsOf(cast, entry)
  const allowed = administrators.find(({ outcome }) => outcome === 'done')?.caller
  const resident = entry.open || entry.residents ? owner : null
  const someone = resident ?? allowed ?? superAdmin

  const residents: Part[] = [
    { name: 'the resident', caller: owner, outcome: ofResidents(entry, 'done'), as: resident ?? someone },
    {
      name: 'another resident',
      caller: other,
      outcome: ofResidents(entry, OF_OTHERS[entry.residents ?? 'all']),
      as: entry.open || entry.residents === 'all' ? other : someone,
    },
  ]
  return [
    { name: 'nobody', caller: null, outcome: entry.open ? 'done' : 'noSession', as: someone },
    ...residents,
    ...administrators.map(({ name, caller, outcome }) => ({
      name,
      caller,
      outcome,
      as: outcome === 'done' ? caller : (allowed ?? someone),
    })),
    {
      name: 'the super-administrator',
      caller: superAdmin,
      outcome: entry.open || entry.superAdministrators ? 'done' : entry.unseen ? 'notFound' : 'wrongArea',
      as: entry.open || entry.superAdministrators ? superAdmin : someone,
    },
  ]
}

const OF_OTHERS = { all: 'done', theirs: 'nothing', owner: 'notFound' } as const

const ofResidents = ({ open, residents }: Entry, outcome: Outcome): Outcome =>
  open ? 'done' : residents ? outcome : 'wrongArea'

type Played = Pick<Part, 'name' | 'outcome'> & { readonly caller: LoggedIn }

/** Administrators with the flags alone, and with all others, so that the test tells exactly which flags let somebody in. */
async function administratorsOf(cast: TestAccounts, entry: Entry): Promise<Played[]> {
  const needs = entry.open ? 'all' : entry.administrators
  const play = async (name: string, flags: readonly Flag[], outcome: Outcome): Promise<Played> => ({
    name,
    caller: await cast.administrator(flags),
    outcome,
  })
  if (needs === 'all') return [await play('an administrator without any flag', [], 'done')]
  if (needs === undefined)
    return [await play('an administrator with every flag', allFlagsBut([]), 'wrongArea')]
  if (needs === 'owner')
    return [
      await play('the administrator', [], 'done'),
      await play('another administrator', allFlagsBut([]), 'notFound'),
    ]
  const refusal = needs.shownNothing ? 'nothing' : entry.unseen ? 'notFound' : 'missingPermission'
  const all = needs.how === 'all'
  const enough: Flag[][] = all ? [[...needs.flags]] : needs.flags.map((flag) => [flag])
  const lacking: Flag[][] = all ? needs.flags.map((flag) => [flag]) : [[...needs.flags]]
  return [
    ...(await Promise.all(
      enough.map((flags) => play(`an administrator with ${flags.join(' and ')} alone`, flags, 'done')),
    )),
    ...(await Promise.all(
      lacking.map((flags) =>
        play(`an administrator with all but ${flags.join(', ')}`, allFlagsBut(flags), refusal),
      ),
    )),
  ]
}

import type { LoggedInCaller } from '@tahanan/server/testing/callers.ts'
import type { AccessCase } from './access-case.ts'
import { getFlagsExcept, type TestAccounts, type Flag } from './test-accounts.ts'

/**
 * Expected result of a call. `nothing`: it succeeds, but the response does not contain the record. The last
 * four values are error codes.
 */
type Outcome = 'done' | 'nothing' | 'noSession' | 'wrongArea' | 'missingPermission' | 'notFound'

/** HTTP statuses of refusals (rules 14.6). */
export const REFUSAL_STATUS_CODES = {
  noSession: 401,
  wrongArea: 403,
  missingPermission: 403,
  notFound: 404,
} as const

export interface Attempt {
  readonly name: string
  readonly caller: LoggedInCaller | null
  readonly outcome: Outcome
  /**
   * Account that owns the records in the call. A caller who may not make the call sends the records of
   * another account.
   */
  readonly recordOwner: LoggedInCaller
}

export async function createAttempts(accounts: TestAccounts, entry: AccessCase): Promise<Attempt[]> {
  const { owner, otherResident, superAdmin } = accounts
  const administrators = await createAdminAttempts(accounts, entry)
  const allowedAdministrator = administrators.find(({ outcome }) => outcome === 'done')?.caller
  const resident = entry.isPublic || entry.residents ? owner : null
  const anyCaller = resident ?? allowedAdministrator ?? superAdmin

  const residents: Attempt[] = [
    {
      name: 'the resident',
      caller: owner,
      outcome: getResidentOutcome(entry, 'done'),
      recordOwner: resident ?? anyCaller,
    },
    {
      name: 'another resident',
      caller: otherResident,
      outcome: getResidentOutcome(entry, OUTCOME_FOR_OTHER_RESIDENT[entry.residents ?? 'all']),
      recordOwner: entry.isPublic || entry.residents === 'all' ? otherResident : anyCaller,
    },
  ]
  return [
    { name: 'nobody', caller: null, outcome: entry.isPublic ? 'done' : 'noSession', recordOwner: anyCaller },
    ...residents,
    ...administrators.map(({ name, caller, outcome }) => ({
      name,
      caller,
      outcome,
      recordOwner: outcome === 'done' ? caller : (allowedAdministrator ?? anyCaller),
    })),
    {
      name: 'the super-administrator',
      caller: superAdmin,
      outcome:
        entry.isPublic || entry.superAdministrators ? 'done' : entry.hidesRecord ? 'notFound' : 'wrongArea',
      recordOwner: entry.isPublic || entry.superAdministrators ? superAdmin : anyCaller,
    },
  ]
}

const OUTCOME_FOR_OTHER_RESIDENT = { all: 'done', theirs: 'nothing', owner: 'notFound' } as const

const getResidentOutcome = ({ isPublic, residents }: AccessCase, outcome: Outcome): Outcome =>
  isPublic ? 'done' : residents ? outcome : 'wrongArea'

type AdminAttempt = Pick<Attempt, 'name' | 'outcome'> & { readonly caller: LoggedInCaller }

/**
 * Creates one administrator with only the needed permissions and one with all others. Together they prove
 * that only these permissions matter.
 */
async function createAdminAttempts(accounts: TestAccounts, entry: AccessCase): Promise<AdminAttempt[]> {
  const neededPermission = entry.isPublic ? 'all' : entry.administrators
  const createAttempt = async (
    name: string,
    flags: readonly Flag[],
    outcome: Outcome,
  ): Promise<AdminAttempt> => ({
    name,
    caller: await accounts.administrator(flags),
    outcome,
  })
  if (neededPermission === 'all')
    return [await createAttempt('an administrator without any flag', [], 'done')]
  if (neededPermission === undefined)
    return [await createAttempt('an administrator with every flag', getFlagsExcept([]), 'wrongArea')]
  if (neededPermission === 'owner')
    return [
      await createAttempt('the administrator', [], 'done'),
      await createAttempt('another administrator', getFlagsExcept([]), 'notFound'),
    ]
  const refusalOutcome = neededPermission.isRecordOmitted
    ? 'nothing'
    : entry.hidesRecord
      ? 'notFound'
      : 'missingPermission'
  const needsAllFlags = neededPermission.matchMode === 'all'
  const sufficientFlags: Flag[][] = needsAllFlags
    ? [[...neededPermission.flags]]
    : neededPermission.flags.map((flag) => [flag])
  const insufficientFlags: Flag[][] = needsAllFlags
    ? neededPermission.flags.map((flag) => [flag])
    : [[...neededPermission.flags]]
  return [
    ...(await Promise.all(
      sufficientFlags.map((flags) =>
        createAttempt(`an administrator with ${flags.join(' and ')} alone`, flags, 'done'),
      ),
    )),
    ...(await Promise.all(
      insufficientFlags.map((flags) =>
        createAttempt(
          `an administrator with all but ${flags.join(', ')}`,
          getFlagsExcept(flags),
          refusalOutcome,
        ),
      ),
    )),
  ]
}

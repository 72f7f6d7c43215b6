import { STATUS } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { MODULES, getModule } from '@tahanan/contract/tickets/index.ts'
import { createTestAmenity } from '@tahanan/server/testing/accounts.ts'
import type { LoggedInCaller } from '@tahanan/server/testing/callers.ts'
import { getTicketRules } from '@tahanan/server/testing/ticket-rules.ts'
import { withAnyFlag, withAllFlags, type AccessCases, type AccessCase } from '../access-case.ts'
import { createUniqueText, type TestAccounts, type Flag } from '../test-accounts.ts'

async function createTicketBody(
  { portal, owner }: TestAccounts,
  name: string,
): Promise<Record<string, unknown>> {
  const module = getModule(name)
  return {
    ...createExampleBody(module, new Date(), portal.services.config.communityTimeZone),
    tenantId: owner.id,
    ...(module.heldResource === 'amenity' && { amenityId: (await createTestAmenity(portal.db)).id }),
  }
}

export async function fileTicket(
  accounts: TestAccounts,
  name: string,
  detailOverrides: object = {},
  caller: LoggedInCaller = accounts.owner,
): Promise<{ id: number; ticketNumber: string; updated_at: string }> {
  const { one } = getModule(name).path
  const ticketBody = { ...(await createTicketBody(accounts, name)), ...detailOverrides }
  const ticketResponse = await caller.post<{ id: number; ticketNumber: string; updated_at: string }>(
    `/${one}`,
    ticketBody,
  )
  if (ticketResponse.status !== 201) throw new Error(`${one}: ${JSON.stringify(ticketResponse.body)}`)
  return ticketResponse.body
}

/** Permissions other than `edit` to change a ticket (rules 2.5), in modules without a `submit` permission. */
const STATUS_CHANGE_FLAGS = ['approve', 'ongoing', 'complete', 'cancel', 'reject', 'verify']

function createTicketCases(module: TicketModule): AccessCases {
  const { name, permission } = module
  const { one, many, ids } = module.path
  const rules = getTicketRules(name)
  const createFlag = (flagName: string) => `${permission}.${flagName}` as Flag
  const [edit, ...otherEditFlags] = rules.edit
  const viewPermission = withAnyFlag(createFlag('view'))
  const prepareTicketPath = async (accounts: TestAccounts) => ({
    path: { id: (await fileTicket(accounts, name)).id },
  })
  const prepareOfficeTicketPath = async (accounts: TestAccounts) => ({
    path: { id: (await fileTicket(accounts, name, {}, accounts.office)).id },
  })
  const listCase: AccessCase = {
    residents: 'theirs',
    administrators: viewPermission,
    prepare: async (accounts) => ({ expectedText: (await fileTicket(accounts, name)).ticketNumber }),
  }
  return {
    // Work services have no list endpoint, because `GET /api/services` lists the services of all modules.
    ...(module.route !== null && { [`GET /api/${many}`]: listCase }),
    [`GET /api/${one}/{id}`]: {
      residents: 'owner',
      administrators: viewPermission,
      prepare: async (accounts) => {
        const { id, ticketNumber } = await fileTicket(accounts, name)
        return { path: { id }, expectedText: ticketNumber }
      },
    },
    [`POST /api/${one}`]: {
      residents: 'all',
      administrators: withAnyFlag(createFlag(rules.add)),
      prepare: async (accounts) => ({ body: await createTicketBody(accounts, name) }),
    },
    [`PUT /api/${one}/{id}`]: {
      residents: 'owner',
      administrators: withAllFlags(createFlag(edit), ...otherEditFlags.map(createFlag)),
      // In modules without a `submit` permission, a change of the status needs the permission for that
      // status.
      ...(!rules.submit && { isBodyDependent: true }),
      prepare: async (accounts) => ({
        ...(await prepareTicketPath(accounts)),
        body: { [getEditableTextField(module)]: createUniqueText('Changed') },
      }),
    },
    [`PUT /api/${many}/decided`]: {
      administrators: withAllFlags(createFlag('cancel'), ...(rules.submit ? [createFlag(rules.submit)] : [])),
      ...(!rules.submit && { isBodyDependent: true }),
      prepare: async (accounts) => {
        const { id, updated_at } = await fileTicket(accounts, name)
        return { body: { tickets: [{ id, updated_at }], status: STATUS.cancelled } }
      },
    },
    [`GET /api/${one}/assignees`]: {
      administrators: viewPermission,
      prepare: () => ({ expectedText: 'Head Office' }),
    },
    [`PUT /api/${one}/assigned/{id}`]: {
      administrators: withAnyFlag(
        createFlag(rules.submit ?? 'edit'),
        ...(rules.submit ? [] : STATUS_CHANGE_FLAGS.map(createFlag)),
      ),
      prepare: async (accounts) => ({
        ...(await prepareTicketPath(accounts)),
        body: { assigneeId: accounts.office.id },
      }),
    },
    [`PUT /api/${many}/assigned`]: {
      administrators: withAnyFlag(
        createFlag(rules.submit ?? 'edit'),
        ...(rules.submit ? [] : STATUS_CHANGE_FLAGS.map(createFlag)),
      ),
      prepare: async (accounts) => {
        const { id, updated_at } = await fileTicket(accounts, name)
        return { body: { tickets: [{ id, updated_at }], assigneeId: accounts.office.id } }
      },
    },
    [`DELETE /api/${one}/{id}`]: {
      residents: 'owner',
      administrators: withAnyFlag(createFlag(rules.delete)),
      prepare: prepareTicketPath,
    },
    [`GET /api/${ids}`]: {
      administrators: viewPermission,
      prepare: async (accounts) => {
        const { id, ticketNumber } = await fileTicket(accounts, name)
        return { query: { selectedIds: id }, expectedText: ticketNumber }
      },
    },
    ...Object.fromEntries(
      Object.entries(rules.steps).map(([step, requiredFlag]): [string, AccessCase] => [
        `PUT /api/${one}/${step}/{id}`,
        { administrators: withAnyFlag(createFlag(requiredFlag)), prepare: prepareOfficeTicketPath },
      ]),
    ),
  }
}

function getEditableTextField({ name, fields }: TicketModule): string {
  const textFieldEntry = Object.entries(fields).find(
    ([, field]) => field.kind === 'text' && !field.pattern && !field.writers,
  )
  if (!textFieldEntry) throw new Error(`${name} has no text that both may write`)
  return textFieldEntry[0]
}

export const ticketCases: AccessCases = {
  ...(Object.assign({}, ...MODULES.map(createTicketCases)) as AccessCases),
  'GET /api/services': {
    residents: 'theirs',
    administrators: withAnyFlag('services.view'),
    prepare: async (accounts) => ({ expectedText: (await fileTicket(accounts, 'jobOrder')).ticketNumber }),
  },
}

import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { exampleBody } from '@tahanan/contract/tickets/example.ts'
import { MODULES, moduleNamed } from '@tahanan/contract/tickets/index.ts'
import { makeAmenity } from '@tahanan/server/testing/accounts.ts'
import type { LoggedIn } from '@tahanan/server/testing/callers.ts'
import { rulesOf } from '@tahanan/server/testing/ticket-rules.ts'
import { may, mayWithAll, type Entries, type Entry } from '../entry.ts'
import { unique, type TestAccounts, type Flag } from '../test-accounts.ts'

/** A valid body for the owner; what holds an amenity has one to itself. */
async function newTicket({ portal, owner }: TestAccounts, name: string): Promise<Record<string, unknown>> {
  const module = moduleNamed(name)
  return {
    ...exampleBody(module, new Date(), portal.services.config.communityTimeZone),
    tenantId: owner.id,
    ...(module.holds === 'amenity' && { amenityId: (await makeAmenity(portal.db)).id }),
  }
}

/** A ticket of the owner: filed by themselves, or by the office, which fills in what an approval needs. */
export async function fileTicket(
  cast: TestAccounts,
  name: string,
  more: object = {},
  filer: LoggedIn = cast.owner,
): Promise<{ id: number; ticketNumber: string }> {
  const { one } = moduleNamed(name).path
  const body = { ...(await newTicket(cast, name)), ...more }
  const answer = await filer.post<{ id: number; ticketNumber: string }>(`/${one}`, body)
  if (answer.status !== 201) throw new Error(`${one}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

function entriesOf(module: TicketModule): Entries {
  const { name, permission } = module
  const { one, many, ids } = module.path
  const rules = rulesOf(name)
  const flag = (permitted: string) => `${permission}.${permitted}` as Flag
  const [edit, ...more] = rules.edit
  const view = may(flag('view'))
  const path = async (cast: TestAccounts) => ({ path: { id: (await fileTicket(cast, name)).id } })
  const byOffice = async (cast: TestAccounts) => ({
    path: { id: (await fileTicket(cast, name, {}, cast.office)).id },
  })
  const list: Entry = {
    residents: 'theirs',
    administrators: view,
    about: async (cast) => ({ shows: (await fileTicket(cast, name)).ticketNumber }),
  }
  return {
    // The work service's list is the Services list.
    ...(module.route !== null && { [`GET /api/${many}`]: list }),
    [`GET /api/${one}/{id}`]: {
      residents: 'owner',
      administrators: view,
      about: async (cast) => {
        const { id, ticketNumber } = await fileTicket(cast, name)
        return { path: { id }, shows: ticketNumber }
      },
    },
    [`POST /api/${one}`]: {
      residents: 'all',
      administrators: may(flag(rules.add)),
      about: async (cast) => ({ body: await newTicket(cast, name) }),
    },
    [`PUT /api/${one}/{id}`]: {
      residents: 'owner',
      administrators: mayWithAll(flag(edit), ...more.map(flag)),
      // whoever may move it may send its new status by this call, unless that needs the Submit button's flag too
      ...(!rules.submit && { byBody: true }),
      about: async (cast) => ({ ...(await path(cast)), body: { [textFieldOf(module)]: unique('Changed') } }),
    },
    [`DELETE /api/${one}/{id}`]: { residents: 'owner', administrators: may(flag(rules.delete)), about: path },
    [`GET /api/${ids}`]: {
      administrators: view,
      about: async (cast) => {
        const { id, ticketNumber } = await fileTicket(cast, name)
        return { query: { selectedIds: id }, shows: ticketNumber }
      },
    },
    ...Object.fromEntries(
      Object.entries(rules.steps).map(([step, needed]): [string, Entry] => [
        `PUT /api/${one}/${step}/{id}`,
        { administrators: may(flag(needed)), about: byOffice },
      ]),
    ),
  }
}

/** A text that its resident and the office may both write. */
function textFieldOf({ name, fields }: TicketModule): string {
  const found = Object.entries(fields).find(
    ([, field]) => field.kind === 'text' && !field.pattern && !field.writers,
  )
  if (!found) throw new Error(`${name} has no text that both may write`)
  return found[0]
}

/** All modules, and the list in which they meet. */
export const ticketEntries: Entries = {
  ...(Object.assign({}, ...MODULES.map(entriesOf)) as Entries),
  'GET /api/services': {
    residents: 'theirs',
    administrators: may('services.view'),
    about: async (cast) => ({ shows: (await fileTicket(cast, 'jobOrder')).ticketNumber }),
  },
}

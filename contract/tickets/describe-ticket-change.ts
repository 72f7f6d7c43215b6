import { isStatus, STATUS, getStatusInfo, type Status } from '../statuses.ts'
import type { TicketEvent } from './answers.ts'
import type { TicketModule } from './define-module.ts'

function getParticiple({ actions }: Pick<TicketModule, 'actions'>, status: Status): string {
  const action = actions.find(
    (ticketAction) => ticketAction.effect === 'status' && ticketAction.status === status,
  )
  return action?.path ?? getStatusInfo(status).pastParticiple
}

/** Inserts 'it' after the verb: 'set it to ongoing'. */
function insertObject(verbPhrase: string): string {
  const [verb = '', ...rest] = verbPhrase.split(' ')
  return [verb, 'it', ...rest].join(' ')
}

function describeTicketAction(
  module: TicketModule,
  { from, to, fields, assignee, remark }: TicketEvent,
): string {
  if (from === null) return 'filed it'
  if (from !== to && to === module.arrival) return 'checked it in'
  if (from !== to && to === STATUS.deleted) return 'deleted it'
  if (from !== to && isStatus(to)) return insertObject(getParticiple(module, to))
  if (fields.includes('verified')) return 'verified it'
  if (fields.includes('pass')) return 'ended its pass'
  if (assignee !== undefined) return `assigned it to ${assignee || 'nobody'}`
  return fields.length === 0 && remark ? 'left a remark' : 'changed it'
}

export function describeTicketChange(module: TicketModule, event: TicketEvent): string {
  const { name, self } = event.actor
  return `${self ? 'You' : name || 'The portal'} ${describeTicketAction(module, event)}.`
}

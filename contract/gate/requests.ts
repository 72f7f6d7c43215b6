import { Type, type Static } from 'typebox'
import { Id, oneOf } from '../answers.ts'
import { LIMITS } from '../limits.ts'
import { choiceField, CsvQuery, PageQuery, ListQuery, strictQuery, tenantField } from '../requests.ts'
import { VERDICTS } from './judge.ts'
import { ENTRIES_OF_A_CALL, ENTRY_KINDS, ENTRY_STATE_LABELS } from './words.ts'

/** Accepts any text, because a scanned QR code can contain anything. */
const Scanned = Type.String({ maxLength: 200 })
const Moment = Type.String({ format: 'date-time' })

export const ScanBody = Type.Object({ code: Type.Optional(Scanned), token: Type.Optional(Scanned) })

/** Name of the person in the office who admits somebody on the do-not-admit list (rules 24.32). */
export const OfficeYes = Type.String({
  maxLength: LIMITS.officeYes,
  description: 'Who of the office said yes',
})

/** A walk-in that a guard let in without a connection, after a call to the unit (rules 24.59). */
const OfflineWalkIn = Type.Object({
  name: Type.String({ maxLength: 100 }),
  purpose: Type.String({ maxLength: 100 }),
  plate: Type.String({ maxLength: 20 }),
  unit: Type.String({ maxLength: 100, description: 'As the guard wrote it' }),
  tenantId: Type.Optional(Id),
})
export type OfflineWalkIn = Static<typeof OfflineWalkIn>

export const NewEntry = Type.Object({
  key: Type.String({ format: 'uuid', description: 'Made by the device: the same key is written once' }),
  code: Scanned,
  kind: oneOf(ENTRY_KINDS),
  people: Type.Integer({ minimum: 1, maximum: 999, default: 1 }),
  at: Type.Unsafe<string>({
    ...Moment,
    description: "By the server's clock, as the device last knew it. The server's own counts online",
  }),
  deviceAt: Type.Optional(Type.Unsafe<string>({ ...Moment, description: "By the device's own clock" })),
  offline: Type.Boolean({ default: false, description: 'Judged by the device without a connection' }),
  verdict: Type.Optional(oneOf(VERDICTS, { description: 'What the device showed' })),
  undoes: Type.Optional(Type.String({ format: 'uuid', description: 'For `undo`: key of the entry' })),
  ticked: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 200 })),
  workers: Type.Optional(
    Type.Array(Type.String({ maxLength: 255 }), {
      maxItems: 200,
      description: 'Names of a permit: they are the people',
    }),
  ),
  note: Type.String({ maxLength: LIMITS.gateNote, default: '' }),
  officeYes: Type.Optional(OfficeYes),
  walkIn: Type.Optional(OfflineWalkIn),
  by: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2 ** 31 - 1,
      description: 'Id of who recorded it, if another one sends it',
    }),
  ),
})
export type NewEntry = Static<typeof NewEntry>

export const NewEntries = Type.Object({
  events: Type.Array(NewEntry, { minItems: 1, maxItems: ENTRIES_OF_A_CALL }),
})

/** Lists of passes. A call without a list gets the passes of today and tomorrow, and everybody inside. */
const GATE_LISTS = ['expected', 'inside', 'left'] as const
export type GateListName = (typeof GATE_LISTS)[number]

export const GatePassQuery = strictQuery({
  ...PageQuery.properties,
  list: choiceField(GATE_LISTS),
  search: Type.String({ maxLength: LIMITS.searchTerm, default: '', description: 'Unit, name or number.' }),
})

const Day = Type.String({
  pattern: String.raw`^(\d{4}-\d{2}-\d{2})?$`,
  'x-message': 'This must be a day, as 2026-03-14.',
})
const logFilters = {
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  kind: choiceField(ENTRY_KINDS),
  state: choiceField(Object.keys(ENTRY_STATE_LABELS)),
  tenantId: tenantField,
  gateId: Type.Optional(Type.String({ pattern: String.raw`^(\d{1,15})?$`, description: 'One gate.' })),
}
export const GateLogQuery = strictQuery({
  ...PageQuery.properties,
  searchTerm: ListQuery.properties.searchTerm,
  ...logFilters,
})
export type GateLogFilters = Pick<Static<typeof GateLogQuery>, keyof typeof logFilters>
export const GateLogCsvQuery = strictQuery({ ...CsvQuery.properties, ...logFilters })
export const GateFiguresQuery = strictQuery({ from: Day, to: Day })

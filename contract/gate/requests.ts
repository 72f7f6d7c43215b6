import { Type, type Static } from 'typebox'
import { Id, oneOf } from '../answers.ts'
import { LIMITS } from '../limits.ts'
import {
  createChoiceParam,
  CsvQuery,
  PageQuery,
  ListQuery,
  createStrictQuery,
  tenantParam,
} from '../requests.ts'
import { VERDICTS } from './judge-pass.ts'
import { MAX_ENTRIES_PER_CALL, ENTRY_KINDS, ENTRY_STATE_LABELS } from './labels-and-codes.ts'

/** Accepts any text, because a scanned QR code can contain anything. */
const ScannedText = Type.String({ maxLength: 200 })
const DateTimeText = Type.String({ format: 'date-time' })

export const ScanBody = Type.Object({ code: Type.Optional(ScannedText), token: Type.Optional(ScannedText) })

/** Name of the person in the office who admits somebody on the do-not-admit list (rules 24.32). */
export const OfficeApprover = Type.String({
  maxLength: LIMITS.officeYes,
  description: 'Who in the office approved',
})

/**
 * A walk-in (visitor without a pass) that a guard let in without a connection, after a call to the unit
 * (rules 24.59).
 */
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
  code: ScannedText,
  kind: oneOf(ENTRY_KINDS),
  people: Type.Integer({ minimum: 1, maximum: 999, default: 1 }),
  at: Type.Unsafe<string>({
    ...DateTimeText,
    description: "By the server's clock, as the device last knew it. The server's own counts online",
  }),
  deviceAt: Type.Optional(Type.Unsafe<string>({ ...DateTimeText, description: "By the device's own clock" })),
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
  officeYes: Type.Optional(OfficeApprover),
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
  events: Type.Array(NewEntry, { minItems: 1, maxItems: MAX_ENTRIES_PER_CALL }),
})

/**
 * Lists of passes. A call that names no list gets the passes of today and tomorrow, and everybody who is
 * inside.
 */
const GATE_LISTS = ['expected', 'inside', 'left'] as const
export type GateListName = (typeof GATE_LISTS)[number]

export const GatePassQuery = createStrictQuery({
  ...PageQuery.properties,
  list: createChoiceParam(GATE_LISTS),
  search: Type.String({ maxLength: LIMITS.searchTerm, default: '', description: 'Unit, name or number.' }),
})

const OptionalDay = Type.String({
  pattern: String.raw`^(\d{4}-\d{2}-\d{2})?$`,
  'x-message': 'This must be a day, as 2026-03-14.',
})
const logFilters = {
  from: Type.Optional(OptionalDay),
  to: Type.Optional(OptionalDay),
  kind: createChoiceParam(ENTRY_KINDS),
  state: createChoiceParam(Object.keys(ENTRY_STATE_LABELS)),
  tenantId: tenantParam,
  gateId: Type.Optional(Type.String({ pattern: String.raw`^(\d{1,15})?$`, description: 'One gate.' })),
}
export const GateLogQuery = createStrictQuery({
  ...PageQuery.properties,
  searchTerm: ListQuery.properties.searchTerm,
  ...logFilters,
})
export type GateLogFilters = Pick<Static<typeof GateLogQuery>, keyof typeof logFilters>
export const GateLogCsvQuery = createStrictQuery({ ...CsvQuery.properties, ...logFilters })
export const GateFiguresQuery = createStrictQuery({ from: OptionalDay, to: OptionalDay })

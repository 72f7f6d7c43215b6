import type { FieldErrors } from '../errors.ts'
import { LIMITS, type Folder, type FileKind } from '../limits.ts'

/** Area of the person who fills in a form; an administrator fills it in for a tenant. */
export type Writer = 'resident' | 'admin'
export type FormAction = 'create' | 'update'

/** A text for both writers, or one for each if they differ. */
type PerWriter = string | { readonly resident?: string; readonly admin?: string }

/** Group of people that personal data is about (rules 26.1). */
export type Person = 'tenant' | 'household' | 'visitor' | 'worker' | 'staff'
/** Retention periods of `contract/privacy/periods.ts` that count from the date of a visit. */
export type VisitPeriod = 'visitorIdentity' | 'visitorContact'

interface Common {
  readonly label: string
  /** Error of an empty field. Without one (for this writer) the field is optional. */
  readonly required?: PerWriter
  /** Actions at which `required` applies; both by default. */
  readonly requiredOn?: FormAction
  /** The ticket cannot be approved while this field is empty; the message is the office's `required`. */
  readonly neededToApprove?: boolean
  /** Writers who may fill it in; both by default. The other one sees it as text. */
  readonly writers?: readonly Writer[]
  /** Actions whose form contains it; both by default. */
  readonly on?: readonly FormAction[]
  /** Administrators may still change it after approval, for example when closing a case. */
  readonly afterApproval?: boolean
  /** Identity data, visible to the resident and administrators with the module's `privateFlag` (rules 6.17). */
  readonly private?: boolean
  /** A secret, such as a key: not stored in drafts. */
  readonly secret?: boolean
  /** Group of people that the value is about. Required for texts, files, lists and dates of tickets (rules 26.1). */
  readonly personal?: Person | 'nobody'
  /** Erased when this period after the module's `keptAfter` has passed (rules 26.2). */
  readonly keptFor?: VisitPeriod
  readonly hint?: PerWriter
}

export interface TextField extends Common {
  readonly kind: 'text'
  readonly max: number
  readonly multiline: boolean
  readonly input: 'text' | 'email' | 'tel' | 'url' | 'time' | 'numeric' | 'decimal'
  /** Key of the resident's own record that prefills their form. */
  readonly own?: 'uoccname' | 'email' | 'phoneNumber'
  /** Suggestions of the form; any other text is allowed. */
  readonly offers?: readonly string[]
  readonly pattern?: { readonly source: string; readonly message: PerWriter }
}
export interface ChoiceField extends Common {
  readonly kind: 'choice'
  readonly options: readonly Option[]
  readonly initial?: string | number
  /** Buttons side by side, or a select. */
  readonly look: 'segments' | 'select'
}
export interface Option {
  readonly value: string | number
  readonly label: string
  /** Label of tags in tables, if it differs. */
  readonly tag?: string
  readonly icon?: string
}
export interface DateTimeField extends Common {
  readonly kind: 'dateTime'
  /** Past days cannot be picked, and are refused on create (rules 4.24). */
  readonly pastRefused: boolean
  /** Future times are refused on create. */
  readonly futureRefused?: boolean
  /** Whether the picker includes a time of day. The value is an instant either way. */
  readonly precision: 'minute' | 'day'
  /** The form starts with the current time. */
  readonly initial?: 'now'
  /** Hours of the picker, both included (rules 5.9). The module's `check` refuses others. */
  readonly hours?: readonly [first: number, last: number]
  /** Last minute of each hour in the picker. */
  readonly lastMinute?: number
}
export interface DateField extends Common {
  /** A calendar day without a time, such as a birth date; stored and sent as `YYYY-MM-DD`. */
  readonly kind: 'date'
  /** Days after today are refused. */
  readonly futureRefused?: boolean
}
interface MoneyField extends Common {
  readonly kind: 'money'
  readonly initial?: number
  /** Zero is refused. */
  readonly aboveZero?: boolean
  /** Negative amounts are allowed. */
  readonly belowZero?: boolean
  /** Text shown for an amount of 0, where 0 means not set. */
  readonly zero?: string
}
export interface WholeNumberField extends Common {
  readonly kind: 'wholeNumber'
  readonly notNumber: string
  readonly notWhole: string
  /** From 1 by default. */
  readonly range?: { readonly min: number; readonly max: number; readonly message: string }
}
interface ReferenceField extends Common {
  readonly kind: 'reference'
  readonly to: 'amenity'
}
export interface FilesField extends Common {
  readonly kind: 'files'
  readonly folder: Folder
  readonly accept: FileKind | readonly FileKind[]
  readonly max: number
  /** Prefix of the names of uploads, before a unique id (rules 5.27). */
  readonly namePrefix: string
}
export interface ListField extends Common {
  readonly kind: 'list'
  readonly fields: Readonly<Record<string, TextField | WholeNumberField | ChoiceField | DateField>>
  readonly addLabel: string
}

/** On or off, stored as 1 or 0. */
export interface SwitchField extends Common {
  readonly kind: 'switch'
  readonly initial: 0 | 1
}
/** Formatted text with pictures and tables: ProseMirror JSON, checked by `contract/rich-text.ts`. */
interface RichTextField extends Common {
  readonly kind: 'richText'
}

export type Field =
  | SwitchField
  | RichTextField
  | TextField
  | ChoiceField
  | DateTimeField
  | DateField
  | MoneyField
  | WholeNumberField
  | ReferenceField
  | FilesField
  | ListField
export type Fields = Readonly<Record<string, Field>>

/** A stored file in a record. `src`, `thumb` and `screen` are links signed for each answer, never stored. */
export interface FileRef {
  name: string
  url: string
  src?: string
  /** The image at 320 px or less. */
  thumb?: string
  /** The image at 1080 px wide or less. */
  screen?: string
}

type Rest<F extends Field> = Omit<F, 'kind'>
/** Optional properties of a field's declaration; the constructor of its kind adds the others. */
type Own<F extends Field> = Partial<Rest<F>> & { label: string }

export const text = (field: Own<TextField>): TextField => ({
  kind: 'text',
  max: LIMITS.text,
  multiline: false,
  input: 'text',
  ...field,
})
export const longText = (field: Own<TextField>): TextField =>
  text({ max: LIMITS.longText, multiline: true, ...field })
export const choice = (options: readonly Option[], field: Own<ChoiceField>): ChoiceField => ({
  kind: 'choice',
  options,
  look: 'segments',
  ...field,
})
export const dateTime = (field: Own<DateTimeField>): DateTimeField => ({
  kind: 'dateTime',
  pastRefused: false,
  precision: 'minute',
  ...field,
})
export const date = (field: Rest<DateField>): DateField => ({ kind: 'date', ...field })
export const money = (field: Rest<MoneyField>): MoneyField => ({ kind: 'money', ...field })
export const wholeNumber = (field: Own<WholeNumberField>): WholeNumberField => ({
  kind: 'wholeNumber',
  notNumber: 'Quantity to be a number.',
  notWhole: 'Quantity is not a whole number',
  ...field,
})
export const reference = (to: 'amenity', field: Omit<Rest<ReferenceField>, 'to'>): ReferenceField => ({
  kind: 'reference',
  to,
  ...field,
})
export const files = (field: Rest<FilesField>): FilesField => ({ kind: 'files', ...field })
export const list = (fields: ListField['fields'], field: Omit<Rest<ListField>, 'fields'>): ListField => ({
  kind: 'list',
  fields,
  ...field,
})

export const onOff = (field: Rest<SwitchField>): SwitchField => ({ kind: 'switch', ...field })
export const richText = (field: Rest<RichTextField>): RichTextField => ({ kind: 'richText', ...field })

export function getTextForWriter(text: PerWriter | undefined, writer: Writer): string | undefined {
  return typeof text === 'string' || text === undefined ? text : text[writer]
}

/** Whether this writer fills in the field at this action; the server drops other values (rules 1.3). */
export function isWritable(field: Field, writer: Writer, action: FormAction): boolean {
  return (field.writers?.includes(writer) ?? true) && (field.on?.includes(action) ?? true)
}

/** Returns the error of an empty field, or undefined for an optional one. */
export function getRequiredMessage(field: Field, writer: Writer, action: FormAction): string | undefined {
  if (field.requiredOn && field.requiredOn !== action) return undefined
  return getTextForWriter(field.required, writer)
}

export interface CheckContext {
  readonly timeZone: string
  readonly now: Date
  readonly action: FormAction
}

export interface Form {
  readonly fields: Fields
  /** Checks rules between fields. Returns messages by field; empty if valid. */
  readonly check?: (values: Readonly<Record<string, unknown>>, context: CheckContext) => FieldErrors
}

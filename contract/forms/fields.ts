/**
 * Fields of forms. Each is a declaration that the form, the table, the checks on both sides, the CSV and the API document are
 * made from.
 */
import type { FieldErrors } from '../errors.ts'
import { LIMITS, type Folder, type FileKind } from '../limits.ts'

/** Writer of a form: the resident for themselves, or an administrator for a tenant. */
export type Writer = 'resident' | 'admin'
export type FormAction = 'create' | 'update'

/** One text for both writers, or one each where their messages differ. */
type PerWriter = string | { readonly resident?: string; readonly admin?: string }

interface Common {
  readonly label: string
  /** Message when it is left empty; without one (for this writer) the field is optional. */
  readonly required?: PerWriter
  /** When `required` holds; both by default. */
  readonly requiredOn?: FormAction
  /** Without it the ticket cannot be approved; the message is the office's `required`. */
  readonly neededToApprove?: boolean
  /** Allowed writers; both by default. The other sees it as text. */
  readonly writers?: readonly Writer[]
  /** In which form it appears; both by default. */
  readonly on?: readonly FormAction[]
  /** Stays editable for administrators after approval (what is added to a case as it closes). */
  readonly afterApproval?: boolean
  /** Identity data: only the resident concerned and administrators with the module's `privateFlag` see it (rules 6.17). */
  readonly private?: boolean
  /** Removed so many days after the ticket's visit (`VISITOR_ID_RETENTION_DAYS`). */
  readonly expires?: boolean
  readonly hint?: PerWriter
}

export interface TextField extends Common {
  readonly kind: 'text'
  readonly max: number
  readonly multiline: boolean
  readonly input: 'text' | 'email' | 'tel' | 'url'
  /** Fields of the resident's own record that prefill their form. */
  readonly own?: 'uoccname' | 'email' | 'phoneNumber'
  /** Words that the form offers; any other may be written. */
  readonly offers?: readonly string[]
  readonly pattern?: { readonly source: string; readonly message: PerWriter }
}
export interface ChoiceField extends Common {
  readonly kind: 'choice'
  readonly options: readonly Option[]
  readonly initial?: string | number
  /** Segments side by side, or a select. */
  readonly look: 'segments' | 'select'
}
export interface Option {
  readonly value: string | number
  readonly label: string
  /** As tags show it in tables, where that differs. */
  readonly tag?: string
  readonly icon?: string
}
export interface DateTimeField extends Common {
  readonly kind: 'dateTime'
  /** Past days cannot be chosen, and are refused on create (rules 4.24). */
  readonly pastRefused: boolean
  /** Moments to come are refused on create. */
  readonly futureRefused?: boolean
  /** Whether people choose the time of day too. Stored as an instant either way. */
  readonly precision: 'minute' | 'day'
  /** The form starts with the present moment. */
  readonly initial?: 'now'
  /** Hours that the picker offers, both included (rules 5.9); what is refused is the module's `check`. */
  readonly hours?: readonly [first: number, last: number]
  /** Minutes up to here that the picker offers. */
  readonly lastMinute?: number
}
interface DateField extends Common {
  /** A day of the calendar without a time, such as a birth date; stored and sent as `YYYY-MM-DD`. */
  readonly kind: 'date'
  /** Days after today are refused. */
  readonly futureRefused?: boolean
}
interface MoneyField extends Common {
  readonly kind: 'money'
  readonly initial?: number
  /** Zero is refused too. */
  readonly aboveZero?: boolean
  /** Less than zero is taken too. */
  readonly belowZero?: boolean
  /** Shown instead of an amount of 0, where 0 means that none was set. */
  readonly zero?: string
}
interface WholeNumberField extends Common {
  readonly kind: 'wholeNumber'
  readonly notNumber: string
  readonly notWhole: string
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
  /** Prefix of uploaded names, before a unique id (rules 5.27). */
  readonly namePrefix: string
}
export interface ListField extends Common {
  readonly kind: 'list'
  readonly fields: Readonly<Record<string, TextField | WholeNumberField>>
  /** 'Add item' */
  readonly addLabel: string
}

/** On or off, kept as 1 or 0. */
interface SwitchField extends Common {
  readonly kind: 'switch'
  readonly initial: 0 | 1
}
/** A text with headings, lists, links, tables and pictures: ProseMirror JSON, checked by `contract/rich-text.ts`. */
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

/** A stored file as records name it. `src`, `thumb` and `screen` are signed links, made on every answer and never stored. */
export interface FileRef {
  name: string
  url: string
  src?: string
  /** An image 320 px long at most. */
  thumb?: string
  /** An image 1080 px wide at most. */
  screen?: string
}

type Rest<F extends Field> = Omit<F, 'kind'>
/** Properties of a field's declaration; its kind gives the others. */
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

/** Returns the text for a writer, or undefined where there is none. */
export function forWriter(text: PerWriter | undefined, writer: Writer): string | undefined {
  return typeof text === 'string' || text === undefined ? text : text[writer]
}

/** Whether this writer fills the field in at this action. The server ignores fields that they may not write (rules 1.3). */
export function isWritable(field: Field, writer: Writer, action: FormAction): boolean {
  return (field.writers?.includes(writer) ?? true) && (field.on?.includes(action) ?? true)
}

/** Returns the message of an empty field, or undefined where it may be empty. */
export function requiredMessage(field: Field, writer: Writer, action: FormAction): string | undefined {
  if (field.requiredOn && field.requiredOn !== action) return undefined
  return forWriter(field.required, writer)
}

/** Context of a form's own check of several fields together. Times in `values` are ISO 8601 in UTC. */
export interface CheckContext {
  readonly timeZone: string
  readonly now: Date
  readonly action: FormAction
}

/** Anything with fields: a module of service tickets, a post, an amenity. */
export interface Form {
  readonly fields: Fields
  /** Rules between fields. Returns messages per field; empty when all is well. */
  readonly check?: (values: Readonly<Record<string, unknown>>, context: CheckContext) => FieldErrors
}

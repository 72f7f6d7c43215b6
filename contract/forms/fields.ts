import type { FieldErrors } from '../errors.ts'
import { LIMITS, type UploadFolder, type FileKind } from '../limits.ts'

export type Writer = 'resident' | 'admin'
export type FormAction = 'create' | 'update'

type TextPerWriter = string | { readonly resident?: string; readonly admin?: string }

/** Kinds of people whose personal data the portal stores (rules 26.1). */
export type Person = 'tenant' | 'household' | 'visitor' | 'worker' | 'staff'
export type VisitPeriod = 'visitorIdentity' | 'visitorContact'

interface CommonFieldProps {
  readonly label: string
  /**
   * Error message if the field is empty, for residents and for the office. Writers without a message may
   * leave the field empty.
   */
  readonly required?: TextPerWriter
  readonly requiredOn?: FormAction
  /**
   * The ticket cannot be approved while this field is empty. The error message is `required` of the office.
   */
  readonly neededToApprove?: boolean
  /**
   * Writers (resident or office) who may fill in the field. Other writers see the value as text. Default:
   * both.
   */
  readonly writers?: readonly Writer[]
  /** Actions (create or update) whose form contains the field. Default: both. */
  readonly on?: readonly FormAction[]
  readonly afterApproval?: boolean
  /**
   * Identity data: shown only to the resident and to administrators with the module's `privateFlag` (rules
   * 6.17).
   */
  readonly private?: boolean
  /** Drafts do not store the value, for example of a secret key. */
  readonly secret?: boolean
  /**
   * Kind of person that the value describes. Required for texts, files, lists and dates of tickets (rules
   * 26.1).
   */
  readonly personal?: Person | 'nobody'
  /**
   * The value is erased after this period, which starts at the date in the module's `keptAfter` (rules 26.2).
   */
  readonly keptFor?: VisitPeriod
  readonly hint?: TextPerWriter
}

export interface TextField extends CommonFieldProps {
  readonly kind: 'text'
  readonly max: number
  readonly multiline: boolean
  readonly input: 'text' | 'email' | 'tel' | 'url' | 'time' | 'numeric' | 'decimal'
  /** Key of the value in the resident's own account that prefills the field. */
  readonly accountKey?: 'uoccname' | 'email' | 'phoneNumber'
  /** Suggested texts; other texts are allowed too. */
  readonly offers?: readonly string[]
  readonly pattern?: { readonly source: string; readonly message: TextPerWriter }
}
export interface ChoiceField extends CommonFieldProps {
  readonly kind: 'choice'
  readonly options: readonly Option[]
  readonly initial?: string | number
  readonly variant: 'segments' | 'select'
}
export interface Option {
  readonly value: string | number
  readonly label: string
  /** Label in tables, if it differs from `label`. */
  readonly tag?: string
  readonly icon?: string
}
export interface DateTimeField extends CommonFieldProps {
  readonly kind: 'dateTime'
  /** The picker does not offer past days, and the server refuses them on create (rules 4.24). */
  readonly isPastRefused: boolean
  /** Forms also refuse a time earlier today. The module's `check` refuses it on create. */
  readonly isPastTimeRefused?: boolean
  readonly isFutureRefused?: boolean
  /** `minute`: the picker has a time of day. The value is always an instant, also for `day`. */
  readonly precision: 'minute' | 'day'
  readonly initial?: 'now'
  /** First and last hour that the picker offers (rules 5.9). The module's `check` refuses other hours. */
  readonly hours?: readonly [first: number, last: number]
  /** Last minute of an hour that the picker offers. Default: 59. */
  readonly lastMinute?: number
}
export interface DateField extends CommonFieldProps {
  /** A calendar day without time, for example a birth date. Stored and sent as `YYYY-MM-DD`. */
  readonly kind: 'date'
  readonly isFutureRefused?: boolean
}
interface MoneyField extends CommonFieldProps {
  readonly kind: 'money'
  readonly initial?: number
  readonly mustBePositive?: boolean
  readonly mustBeNegative?: boolean
  /** Text that is shown for the amount 0, if 0 means that no amount is set. */
  readonly zero?: string
}
export interface WholeNumberField extends CommonFieldProps {
  readonly kind: 'wholeNumber'
  readonly notNumberMessage: string
  readonly notWholeMessage: string
  /** Allowed numbers. Default: from 1. */
  readonly range?: { readonly min: number; readonly max: number; readonly message: string }
}
interface ReferenceField extends CommonFieldProps {
  readonly kind: 'reference'
  readonly to: 'amenity'
}
export interface FilesField extends CommonFieldProps {
  readonly kind: 'files'
  readonly folder: UploadFolder
  readonly accept: FileKind | readonly FileKind[]
  readonly max: number
  /** Prefix of the names of stored files; a unique id follows (rules 5.27). */
  readonly namePrefix: string
}
export interface ListField extends CommonFieldProps {
  readonly kind: 'list'
  readonly fields: Readonly<Record<string, TextField | WholeNumberField | ChoiceField | DateField>>
  readonly addLabel: string
}

/** Value: 1 (on) or 0 (off). */
export interface SwitchField extends CommonFieldProps {
  readonly kind: 'switch'
  readonly initial: 0 | 1
}
interface RichTextField extends CommonFieldProps {
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

/** Stored file. `src`, `thumb` and `screen` are links that are signed for each answer and never stored. */
export interface FileRef {
  name: string
  url: string
  src?: string
  /** Link to a small picture, at most 320 px. */
  thumb?: string
  /** Link to a picture for the screen, at most 1080 px wide. */
  screen?: string
}

export const PAST_DAY_MESSAGE = 'Please choose a date that is not in the past.'
export const PAST_TIME_MESSAGE = 'Please choose a time that is not in the past.'

type FieldProps<F extends Field> = Omit<F, 'kind'>
type FieldPropsWithDefaults<F extends Field> = Partial<FieldProps<F>> & { label: string }

export const text = (field: FieldPropsWithDefaults<TextField>): TextField => ({
  kind: 'text',
  max: LIMITS.text,
  multiline: false,
  input: 'text',
  ...field,
})
export const longText = (field: FieldPropsWithDefaults<TextField>): TextField =>
  text({ max: LIMITS.longText, multiline: true, ...field })
export const choice = (
  options: readonly Option[],
  field: FieldPropsWithDefaults<ChoiceField>,
): ChoiceField => ({
  kind: 'choice',
  options,
  variant: 'segments',
  ...field,
})
export const dateTime = (field: FieldPropsWithDefaults<DateTimeField>): DateTimeField => ({
  kind: 'dateTime',
  isPastRefused: false,
  precision: 'minute',
  ...field,
})
export const date = (field: FieldProps<DateField>): DateField => ({ kind: 'date', ...field })
export const money = (field: FieldProps<MoneyField>): MoneyField => ({ kind: 'money', ...field })
export const wholeNumber = (field: FieldPropsWithDefaults<WholeNumberField>): WholeNumberField => ({
  kind: 'wholeNumber',
  notNumberMessage: 'Quantity to be a number.',
  notWholeMessage: 'Quantity is not a whole number',
  ...field,
})
export const reference = (to: 'amenity', field: Omit<FieldProps<ReferenceField>, 'to'>): ReferenceField => ({
  kind: 'reference',
  to,
  ...field,
})
export const files = (field: FieldProps<FilesField>): FilesField => ({ kind: 'files', ...field })
export const list = (
  fields: ListField['fields'],
  field: Omit<FieldProps<ListField>, 'fields'>,
): ListField => ({
  kind: 'list',
  fields,
  ...field,
})

export const switchField = (field: FieldProps<SwitchField>): SwitchField => ({ kind: 'switch', ...field })
export const richText = (field: FieldProps<RichTextField>): RichTextField => ({ kind: 'richText', ...field })

export function getTextForWriter(text: TextPerWriter | undefined, writer: Writer): string | undefined {
  return typeof text === 'string' || text === undefined ? text : text[writer]
}

/**
 * Whether the resident or the office may fill in the field. If not, the server drops the value (rules 1.3).
 */
export function isWritable(field: Field, writer: Writer, action: FormAction): boolean {
  return (field.writers?.includes(writer) ?? true) && (field.on?.includes(action) ?? true)
}

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
  readonly check?: (values: Readonly<Record<string, unknown>>, context: CheckContext) => FieldErrors
}

import type { ColumnType } from 'kysely'
import type { AmenityRules } from '@tahanan/contract/amenities/rules.ts'
import type { AuditAction, AuditArea, AuditFields, AuditSubject } from '@tahanan/contract/audit.ts'
import type { BankImport } from '@tahanan/contract/billing/bank-answers.ts'
import type { BankMapping } from '@tahanan/contract/billing/bank.ts'
import type { ReversalKind } from '@tahanan/contract/billing/payment.ts'
import type { InvoiceData, ReceiptData } from '@tahanan/contract/billing/receipt.ts'
import type { SeriesKind } from '@tahanan/contract/billing/series.ts'
import type { Backup } from '@tahanan/contract/database/answers.ts'
import type { Channel, DeliveryState, MailPurpose } from '@tahanan/contract/deliveries/channels-and-states.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import type { Direction, JudgedPass } from '@tahanan/contract/gate/judge-pass.ts'
import type {
  AnswererKind,
  PassEndReason,
  EntryKind,
  LogVerdict,
  EntryMark,
  WalkInState,
} from '@tahanan/contract/gate/labels-and-codes.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import type {
  MailText,
  NotificationChoices,
  NotificationKind,
} from '@tahanan/contract/notifications/kinds.ts'
import type { PageName, RoleEntry } from '@tahanan/contract/permissions.ts'
import type {
  PersonRecord,
  RequestKind,
  RequestState,
} from '@tahanan/contract/privacy-requests/request-form.ts'
import type { DataCopy } from '@tahanan/contract/privacy/copy-answers.ts'
import type { RichNode } from '@tahanan/contract/rich-text.ts'
import type { StoredStatus } from '@tahanan/contract/statuses.ts'

/** Values are written as JSON text, because pg would convert a JavaScript array to a PostgreSQL array. */
type JsonColumn<T> = ColumnType<T, string | undefined, string>

export type AmenityRulesColumn = JsonColumn<Partial<AmenityRules>>
export type AreaColumn = Area
export type AuditActionColumn = AuditAction
export type AuditAreaColumn = AuditArea
export type AuditFieldsColumn = JsonColumn<AuditFields>
export type AuditSubjectColumn = AuditSubject
export type BackupCauseColumn = Backup['cause']
export type BackupStateColumn = ColumnType<Backup['state'], Backup['state'] | undefined, Backup['state']>
export type BankMappingColumn = JsonColumn<BankMapping>
export type ChannelColumn = Channel
export type ChoicesColumn = JsonColumn<NotificationChoices>
export type CopyAreaColumn = Exclude<Area, 'admin'>
export type CopyStateColumn = ColumnType<DataCopy['state'], DataCopy['state'] | undefined, DataCopy['state']>
export type DeliveryStateColumn = ColumnType<DeliveryState, DeliveryState | undefined, DeliveryState>
export type DetailsColumn = JsonColumn<Details>
export type DirectionColumn = ColumnType<Direction, Direction | undefined, Direction>
export type EndReasonColumn = ColumnType<
  PassEndReason | null,
  PassEndReason | null | undefined,
  PassEndReason | null
>
export type EntriesColumn = JudgedPass['entries']
export type EntryKindColumn = EntryKind
export type FilesColumn = JsonColumn<FileRef[]>
export type InboxAreaColumn = Exclude<Area, 'super-admin'>
export type InvoiceColumn = ColumnType<InvoiceData | null, string | null | undefined, null>
export type MailTextColumn = ColumnType<MailText | null, string | null | undefined, string | null>
export type MarkColumn = ColumnType<EntryMark, EntryMark | undefined, never>
export type PassMarkColumn = ColumnType<EntryMark, EntryMark | undefined, EntryMark>
export type NewsKindColumn = ColumnType<NotificationKind, NotificationKind | undefined, NotificationKind>
export type PurposeColumn = MailPurpose | null
export type OfficeAreaColumn = Exclude<Area, 'client'>
export type OnOffColumn = ColumnType<0 | 1, number | undefined, number>
export type OptionalPageColumn = ColumnType<PageName | null, PageName | null | undefined, PageName | null>
export type PageColumn = PageName
export type PersonRecordsColumn = JsonColumn<readonly PersonRecord[]>
export type PostTypeColumn = 'ANNOUNCEMENTS' | 'EVENTS'
export type RequestKindColumn = RequestKind
export type RequestStateColumn = ColumnType<RequestState, RequestState | undefined, RequestState>
export type ReceiptColumn = JsonColumn<ReceiptData>
export type ReversalKindColumn = ReversalKind
export type RefusedLinesColumn = JsonColumn<BankImport['refused']>
export type RichTextColumn = JsonColumn<RichNode>
export type RolesColumn = JsonColumn<RoleEntry[]>
export type SeriesKindColumn = SeriesKind
export type StatusColumn = ColumnType<StoredStatus, number | undefined, number>
export type CountsColumn = JsonColumn<Record<string, number>>
export type ErasureKindColumn = 'tenant' | 'visitor'
export type ErasureStateColumn = ColumnType<
  'waiting' | 'done' | 'failed',
  'waiting' | 'done' | 'failed' | undefined,
  'waiting' | 'done' | 'failed'
>
export type TextsColumn = JsonColumn<Record<string, string>>
export type VerdictColumn = LogVerdict
export type AnswererColumn = ColumnType<
  AnswererKind | null,
  AnswererKind | null | undefined,
  AnswererKind | null
>
export type WalkInStateColumn = ColumnType<WalkInState, WalkInState | undefined, WalkInState>

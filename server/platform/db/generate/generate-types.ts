import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mapRecordKinds } from '@tahanan/contract/records/index.ts'

/**
 * These columns get a type of column-types.ts, because the type of their PostgreSQL column is too general.
 */
const COLUMN_TYPES = {
  'account_tokens.area': 'AreaColumn',
  'admins.roles': 'RolesColumn',
  'audit_log.action': 'AuditActionColumn',
  'audit_log.actor_area': 'AuditAreaColumn',
  'audit_log.after': 'AuditFieldsColumn',
  'audit_log.before': 'AuditFieldsColumn',
  'audit_log.subject': 'AuditSubjectColumn',
  'bank_accounts.active': 'OnOffColumn',
  'bank_accounts.images': 'FilesColumn',
  'bank_formats.mapping': 'BankMappingColumn',
  'bank_imports.refused': 'RefusedLinesColumn',
  'data_copies.asked_by_area': 'CopyAreaColumn',
  'data_copies.state': 'CopyStateColumn',
  'backups.cause': 'BackupCauseColumn',
  'backups.state': 'BackupStateColumn',
  'delivery_choices.area': 'InboxAreaColumn',
  'delivery_choices.choices': 'ChoicesColumn',
  'deliveries.area': 'AreaColumn',
  'deliveries.channel': 'ChannelColumn',
  'deliveries.purpose': 'PurposeColumn',
  'deliveries.state': 'DeliveryStateColumn',
  'erasures.erased': 'CountsColumn',
  'erasures.kind': 'ErasureKindColumn',
  'erasures.state': 'ErasureStateColumn',
  'gate_events.kind': 'EntryKindColumn',
  'gate_events.mark': 'MarkColumn',
  'gate_events.verdict': 'VerdictColumn',
  'gate_passes.end_reason': 'EndReasonColumn',
  'gate_passes.entries': 'EntriesColumn',
  'gate_passes.mark': 'PassMarkColumn',
  'gates.direction': 'DirectionColumn',
  'internal_notes.files': 'FilesColumn',
  'issued_numbers.document': 'InvoiceColumn',
  'login_challenges.area': 'OfficeAreaColumn',
  'messages.author_area': 'InboxAreaColumn',
  'messages.files': 'FilesColumn',
  'notifications.area': 'InboxAreaColumn',
  'notifications.kind': 'NewsKindColumn',
  'notifications.letter': 'MailTextColumn',
  'notifications.page': 'PageColumn',
  'number_series.kind': 'SeriesKindColumn',
  'payment_reversals.kind': 'ReversalKindColumn',
  'payments.images': 'FilesColumn',
  'payments.proof': 'FilesColumn',
  'amenities.rules': 'AmenityRulesColumn',
  'payments.receipt': 'ReceiptColumn',
  'posts.content': 'RichTextColumn',
  'posts.enable_messaging': 'OnOffColumn',
  'posts.image': 'FilesColumn',
  'privacy_requests.kind': 'RequestKindColumn',
  'privacy_requests.records': 'PersonRecordsColumn',
  'privacy_requests.state': 'RequestStateColumn',
  'prepared_answers.page': 'OptionalPageColumn',
  'privacy_notice_views.area': 'AreaColumn',
  'posts.type': 'PostTypeColumn',
  'sandbox_transactions.return_to': 'TextsColumn',
  'sessions.area': 'AreaColumn',
  'statement_import_rows.fields': 'TextsColumn',
  'tenants.withholds_tax': 'OnOffColumn',
  'tickets.details': 'DetailsColumn',
  'tickets.status': 'StatusColumn',
  'walk_ins.answered_by': 'AnswererColumn',
  'walk_ins.state': 'WalkInStateColumn',
  'withholdings.certificate': 'FilesColumn',
  ...mapRecordKinds(
    ({ table, filesField }) => `${table}.${filesField}`,
    () => 'FilesColumn',
  ),
}
const overrides = Object.entries(COLUMN_TYPES).map(([column, name]) => [column, { type: 'Identifier', name }])
const imports = Object.values(COLUMN_TYPES).map((name) => [name, './column-types.ts'])

const OUT_FILE = fileURLToPath(new URL('../generated.ts', import.meta.url))

/**
 * Writes generated.ts, or only compares it with the database. Returns true if the file was up to date. The
 * type mappings must agree with value-parsers.ts.
 */
export function generateTypes(connectionString: string, mode: 'write' | 'verify'): boolean {
  const codegenPath = join(dirname(createRequire(import.meta.url).resolve('kysely-codegen')), 'cli', 'bin.js')
  const { status } = spawnSync(
    process.execPath,
    [
      codegenPath,
      '--dialect=postgres',
      `--url=${connectionString}`,
      `--out-file=${OUT_FILE}`,
      '--exclude-pattern={kysely_*,oldest_version,graphile_worker.*}',
      '--numeric-parser=number',
      '--date-parser=string',
      '--type-mapping={"int8":"number","tstzrange":"string"}',
      `--custom-imports=${JSON.stringify(Object.fromEntries(imports))}`,
      `--overrides=${JSON.stringify({ columns: Object.fromEntries(overrides) })}`,
      ...(mode === 'verify' ? ['--verify'] : []),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  return status === 0
}

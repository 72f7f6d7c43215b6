import type { Migration } from 'kysely'
import * as foundation from './0001_foundation.ts'
import * as secrets from './0002_secrets.ts'
import * as content from './0003_content.ts'
import * as money from './0004_money.ts'
import * as operations from './0005_operations.ts'
import * as deepPages from './0006_deep_pages_beside_0005.ts'
import * as searchByModule from './0007_search_by_module_beside_0006.ts'
import * as confirmedSessions from './0008_confirmed_sessions_beside_0007.ts'
import * as sortedLists from './0009_sorted_lists_beside_0008.ts'
import * as lateImports from './0010_late_imports_beside_0009.ts'
import * as givenPasswords from './0011_given_passwords_beside_0010.ts'
import * as oneSearchIndex from './0012_one_search_index_beside_0011.ts'
import * as laterUpdates from './0013_later_updates_beside_0011.ts'

/**
 * Every migration by its name, in the order of the names. A migration that was released is never changed again.
 * One that only adds, so that processes of older versions go on beside it, ends in `_beside_` and the number of the newest
 * migration that they must know (docs/decisions/0013).
 * (Listed, not found in the folder, so that the type checker reads them.)
 */
export const migrations: Record<string, Migration> = {
  '0001_foundation': foundation,
  '0002_secrets': secrets,
  '0003_content': content,
  '0004_money': money,
  '0005_operations': operations,
  '0006_deep_pages_beside_0005': deepPages,
  '0007_search_by_module_beside_0006': searchByModule,
  '0008_confirmed_sessions_beside_0007': confirmedSessions,
  '0009_sorted_lists_beside_0008': sortedLists,
  '0010_late_imports_beside_0009': lateImports,
  '0011_given_passwords_beside_0010': givenPasswords,
  '0012_one_search_index_beside_0011': oneSearchIndex,
  '0013_later_updates_beside_0011': laterUpdates,
}

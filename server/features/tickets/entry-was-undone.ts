import { sql } from 'kysely'
import { UNDO_SECONDS } from '@tahanan/contract/gate/labels-and-codes.ts'

/**
 * SQL condition: the guard undid the entry `e` of `gate_events` (kind `in` or `out`). An undo counts only if
 * the same device made it for the same pass within a minute, by the device's clock (rules 24.15).
 * `isUndoneBy` in the gate's code checks the same for entries in memory.
 */
export const ENTRY_WAS_UNDONE = sql<boolean>`exists (select from gate_events u
  where u.undoes = e.key and u.kind = 'undo' and u.pass_id is not distinct from e.pass_id
    and u.device_id is not distinct from e.device_id and (e.device_id is not null or u.admin_id = e.admin_id)
    and u.device_at between e.device_at and e.device_at + make_interval(secs => ${sql.lit(UNDO_SECONDS)}))`

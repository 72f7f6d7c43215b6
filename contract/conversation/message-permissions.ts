import { rolesAllow, type PageName, type RoleEntry } from '../permissions.ts'
import { getChangeFlags } from '../tickets/define-module.ts'
import { MODULES } from '../tickets/index.ts'

/** Permissions to write messages about the records of a page; one of them is enough (rules 23.3). */
export const MESSAGE_PERMISSIONS: readonly (readonly [page: PageName, flag: string])[] = [
  ...MODULES.filter(({ route }) => route !== null).flatMap((module) =>
    getChangeFlags(module).map((flag) => [module.permission, flag] as const),
  ),
  ['payments', 'edit'],
  ['tenants', 'edit'],
]

export const canAnswer = (roles: readonly RoleEntry[], page: PageName): boolean =>
  rolesAllow(roles, page, 'view') &&
  MESSAGE_PERMISSIONS.some(
    ([permissionPage, flag]) => permissionPage === page && rolesAllow(roles, page, flag),
  )

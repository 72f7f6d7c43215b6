import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useId, useState } from 'react'
import { createRowQuery } from '#lib/api/row-queries.ts'
import { formatCount } from '#lib/format-number.ts'
import { Switch } from '#ui/controls/switch.tsx'
import { DraftNote } from '#ui/forms/draft-note.tsx'
import { NewerVersionNote } from '#ui/forms/newer-version-note.tsx'
import { SheetForm } from '#ui/forms/sheet-form.tsx'
import { LoadingSheet } from '#ui/list-pages/loading-sheet.tsx'
import { getAccessDifference } from '@tahanan/contract/access-presets.ts'
import type { Administrator } from '@tahanan/contract/admins/answers.ts'
import {
  UNUSED_PERMISSIONS,
  type PageName,
  type RoleEntry,
  rolesAllow,
} from '@tahanan/contract/permissions.ts'
import { PAGE_GROUPS, describeSwitches, getFlagLabel, getPageLabel } from './access-labels.ts'
import { AccessStart } from './access-start.tsx'
import { type Manager, ADMINISTRATOR_PATH } from './calls.ts'
import { isAccessSwitchOn, listSwitches, canChangeSwitch, setSwitch } from './switches.ts'
import { type AccessFormOptions, toRoles, useAccessForm } from './use-access-form.ts'

interface AccessModalProps {
  id: number
  /**
   * The administrator's row of the list. It is used if the logged-in administrator lacks the permission
   * `utilities.view`, because the server then does not return a single administrator.
   */
  listedAdministrator: Administrator | undefined
  manager: Manager
  onClose: () => void
}

/** Shows the dialog Manage Access, with a switch for each page and each permission (rules 2.14 to 2.18). */
export function AccessModal({ id, listedAdministrator, manager, onClose }: AccessModalProps) {
  const mayOpen = manager.roles === null || rolesAllow(manager.roles, 'utilities', 'view')
  const query = useQuery({
    ...createRowQuery<Administrator>(ADMINISTRATOR_PATH, id),
    enabled: mayOpen,
    // Not cached, because data of an earlier visit may be outdated.
    gcTime: 0,
  })
  const latestAdministrator = query.data ?? (mayOpen ? undefined : listedAdministrator)
  if (latestAdministrator)
    return <AccessForm administrator={latestAdministrator} manager={manager} onClose={onClose} />
  return (
    <LoadingSheet
      place="box"
      width={1000}
      query={query}
      title="Manage Access"
      subject="this access"
      count={8}
      onClose={onClose}
    />
  )
}

function describeRoleChanges(before: readonly RoleEntry[], after: readonly RoleEntry[]): string {
  const { addedAccess, removedAccess } = getAccessDifference(before, after)
  return [
    addedAccess.length > 0 && `Given: ${describeSwitches(addedAccess)}.`,
    removedAccess.length > 0 && `Taken away: ${describeSwitches(removedAccess)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function AccessForm(props: AccessFormOptions) {
  const { administrator, manager } = props
  const [note, setNote] = useState('')
  const { form, roles, before, comparedRoles, changed, save, busy, close } = useAccessForm(props)
  // A new administrator has no saved roles, so the default switches can be saved without a change.
  const isUnsaved = administrator.roles.length === 0
  const updateRoles = (next: RoleEntry[], message = ''): void => {
    form.set('roles', next)
    setNote(message)
  }

  return (
    <SheetForm
      id={form.id}
      className="stack gap-5"
      place="box"
      width={1000}
      title="Manage Access"
      subtitle={`${administrator.name}, ${administrator.email}`}
      dirty={form.dirty}
      submitLabel="Update Roles"
      busy={busy}
      disabled={changed === 0 && !isUnsaved}
      note={
        <p className="changes num" role="status">
          {changed > 0
            ? `${formatCount(changed, 'switch', 'switches')} changed`
            : isUnsaved && 'No access yet: it begins with Update Roles.'}
        </p>
      }
      onClose={close}
      onSubmit={save}
    >
      <NewerVersionNote
        form={form}
        otherFields={{
          roles: {
            label: 'Access',
            formatValue: (otherRoles) =>
              describeRoleChanges(comparedRoles, toRoles(otherRoles)) || 'As saved now.',
          },
        }}
      />
      {form.isDraftRestored && form.dirty && <DraftNote />}
      <AccessStart
        manager={manager}
        roles={roles}
        exceptId={administrator.id}
        note={note}
        onChange={updateRoles}
      />
      {PAGE_GROUPS.map(([heading, pages]) => (
        <section key={heading} className="pagegroup">
          <h3>{heading}</h3>
          {pages.map((page) => (
            <PageSwitches
              key={page}
              page={page}
              ownRoles={manager.roles}
              initialRoles={before}
              roles={roles}
              onSwitchChange={(flag, isOn) => updateRoles(setSwitch(roles, { page, flag }, isOn))}
            />
          ))}
        </section>
      ))}
    </SheetForm>
  )
}

interface PageSwitchesProps {
  page: PageName
  /**
   * Roles of the logged-in administrator, who may change only switches that are on in these roles. Null: all
   * switches may be changed.
   */
  ownRoles: readonly RoleEntry[] | null
  initialRoles: readonly RoleEntry[]
  roles: readonly RoleEntry[]
  onSwitchChange: (flag: string, isOn: boolean) => void
}

function PageSwitches({ page, ownRoles, initialRoles, roles, onSwitchChange }: PageSwitchesProps) {
  const id = useId()
  const flags = listSwitches(page)
  const lockedFlags = flags.filter((flag) => !canChangeSwitch(ownRoles, { page, flag }))
  const unusedPermissions = flags.flatMap((flag) => UNUSED_PERMISSIONS[`${page}.${flag}`] ?? [])
  const names = lockedFlags.map((flag) =>
    flag === 'visible' ? 'the menu entry' : getFlagLabel(flag).toLowerCase(),
  )
  return (
    <fieldset className="pageswitches">
      <legend>{getPageLabel(page)}</legend>
      <div className="flags">
        {flags.map((flag) => {
          const accessSwitch = { page, flag }
          const isSwitchOn = isAccessSwitchOn(roles, accessSwitch)
          const isUnlocked = canChangeSwitch(ownRoles, accessSwitch)
          const classNames = [flag === 'visible' ? 'entry' : '', isUnlocked ? '' : 'locked']
          return (
            <span
              key={flag}
              className={`flag row ${classNames.join(' ')}${isSwitchOn === isAccessSwitchOn(initialRoles, accessSwitch) ? '' : ' changed'}`}
            >
              <Switch
                label={getFlagLabel(flag)}
                on={isSwitchOn}
                disabled={!isUnlocked}
                aria-describedby={isUnlocked ? undefined : `${id}-locked`}
                onChange={(next) => onSwitchChange(flag, next)}
              />
              {!isUnlocked && <Lock className="small" />}
            </span>
          )
        })}
      </div>
      {unusedPermissions.length > 0 && lockedFlags.length < flags.length && (
        <p className="help">{unusedPermissions.join(' ')}</p>
      )}
      {lockedFlags.length > 0 && (
        <p className="help" id={`${id}-locked`}>
          {lockedFlags.length === flags.length
            ? 'Locked: you have no permission on this page yourself.'
            : `Locked, because you do not have it yourself: ${names.join(', ')}.`}
        </p>
      )}
    </fieldset>
  )
}

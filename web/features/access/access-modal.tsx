import { accessDifference, INITIAL_ROLES } from '@tahanan/contract/access-presets.ts'
import { allows, type RoleEntry } from '@tahanan/contract/permissions.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { recordQuery } from '../../lib/api/records.ts'
import { api, ApiError } from '../../lib/api/api.ts'
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts'
import { Button } from '../../ui/controls/button.tsx'
import { confirm } from '../../ui/overlays/dialogs.ts'
import { Sheet, SheetCancel } from '../../ui/overlays/sheet.tsx'
import { RecordSkeleton } from '../../ui/lists/skeletons.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SubmitForm } from '../../ui/controls/submit-form.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { AccessStart } from './access-start.tsx'
import { type Administrator, type Manager, ONE, STALE } from './calls.ts'
import { NewerAccess } from './newer-access.tsx'
import { PageSwitches } from './page-switches.tsx'
import { PAGE_GROUPS, switchWords } from './names.ts'
import { differing, turned, wholeRoles, withPreset } from './switches.ts'

interface AccessModalProps {
  id: number
  /** The row of the list, for managers who may not open one administrator. */
  listed: Administrator | undefined
  manager: Manager
  onClose: () => void
}

/** Manage Access: a switch for each page and each permission (rules 2.14 to 2.18). */
export function AccessModal({ id, listed, manager, onClose }: AccessModalProps) {
  const mayOpen = manager.roles === null || allows(manager.roles, 'utilities', 'view')
  const query = useQuery({
    ...recordQuery<Administrator>(ONE, id),
    enabled: mayOpen,
    // the cache of an earlier visit is stale
    gcTime: 0,
  })
  const { data } = query
  const latest = data ?? (mayOpen ? undefined : listed)
  if (latest) return <AccessForm latest={latest} manager={manager} onClose={onClose} />
  return (
    <Sheet place="box" width={1000} title="Manage Access" onClose={onClose}>
      <QueryState
        query={query}
        title="We could not load this access"
        gone="The administrator may have been deleted."
      >
        <RecordSkeleton count={8} />
      </QueryState>
    </Sheet>
  )
}

/** Returns the roles to begin with; for an account without any, those on by default, which count once saved (rules 2.17). */
const startOf = (record: Administrator, manager: Manager): RoleEntry[] =>
  record.roles.length > 0
    ? wholeRoles(record.roles)
    : withPreset(manager.roles, wholeRoles([]), INITIAL_ROLES).roles

interface AccessFormProps {
  /** The server's present version. */
  latest: Administrator
  manager: Manager
  onClose: () => void
}

function AccessForm({ latest, manager, onClose }: AccessFormProps) {
  const id = useId()
  const client = useQueryClient()
  const [base, setBase] = useState(latest)
  const [roles, setRoles] = useState(() => startOf(latest, manager))
  const [note, setNote] = useState('')
  const { given, taken } = accessDifference(base.roles, roles)
  const changed = given.length + taken.length
  const newer = latest.updated_at !== base.updated_at && differing(latest.roles, base.roles) > 0
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => {
      // what changed beside the access, such as the name, is nobody's conflict
      const { updated_at } = newer ? base : latest
      return api.put<unknown>(`/${ONE}/${base.id}`, { roles, updated_at })
    },
  })
  const become = (next: RoleEntry[], told = ''): void => {
    setRoles(next)
    setNote(told)
  }
  const refresh = () => Promise.all(STALE.map((queryKey) => client.invalidateQueries({ queryKey })))

  const submit = useOneAtATime(async () => {
    if (taken.length > 0 && manager.adminId === base.id) {
      const sure = await confirm({
        title: 'Take this access from yourself?',
        content: `You cannot give it back to yourself. ${switchWords(taken)}.`,
        okText: 'Take away',
        danger: true,
      })
      if (!sure) return 'open'
    }
    try {
      await mutateAsync()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      const told = Object.values(failure.errors)[0]?.[0]
      if (told) toast.error(told)
      await refresh()
      return 'open'
    }
    toast.success('Admin edited successfully.')
    onClose()
    await refresh()
    return 'done'
  })

  return (
    <Sheet
      place="box"
      width={1000}
      title="Manage Access"
      subtitle={`${base.name}, ${base.email}`}
      dirty={differing(startOf(base, manager), roles) > 0}
      onClose={onClose}
      footer={
        <>
          <p className="changes num" role="status">
            {changed > 0 && `${changed} ${changed === 1 ? 'switch' : 'switches'} changed`}
          </p>
          <SheetCancel />
          <Button kind="primary" type="submit" form={id} busy={isPending} disabled={changed === 0}>
            Update Roles
          </Button>
        </>
      }
    >
      <SubmitForm id={id} className="access" onSubmit={() => void submit()}>
        {newer && (
          <NewerAccess
            difference={accessDifference(base.roles, latest.roles)}
            onKeepMine={() => setBase(latest)}
            onTakeTheirs={() => {
              setBase(latest)
              become(startOf(latest, manager))
            }}
          />
        )}
        <AccessStart manager={manager} roles={roles} exceptId={base.id} note={note} onChange={become} />
        {PAGE_GROUPS.map(([heading, pages]) => (
          <section key={heading} className="pagegroup">
            <h3>{heading}</h3>
            {pages.map((page) => (
              <PageSwitches
                key={page}
                page={page}
                own={manager.roles}
                before={base.roles}
                roles={roles}
                onTurn={(flag, on) => become(turned(roles, { page, flag }, on))}
              />
            ))}
          </section>
        ))}
      </SubmitForm>
    </Sheet>
  )
}

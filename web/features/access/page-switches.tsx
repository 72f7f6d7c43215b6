import { Lock } from 'lucide-react'
import { useId } from 'react'
import { Switch } from '#ui/controls/switch.tsx'
import { IDLE_PERMISSIONS, type PageName, type RoleEntry } from '@tahanan/contract/permissions.ts'
import { flagLabel, pageLabel } from './names.ts'
import { mayTurnSwitch, isOn, listSwitches } from './switches.ts'

interface PageSwitchesProps {
  page: PageName
  /** The manager may turn only switches that they hold; null may turn all. */
  own: readonly RoleEntry[] | null
  before: readonly RoleEntry[]
  roles: readonly RoleEntry[]
  onTurn: (flag: string, on: boolean) => void
}

/** Switches of a page; those that the manager lacks are locked, with an explanation. */
export function PageSwitches({ page, own, before, roles, onTurn }: PageSwitchesProps) {
  const id = useId()
  const flags = listSwitches(page)
  const locked = flags.filter((flag) => !mayTurnSwitch(own, { page, flag }))
  const idle = flags.flatMap((flag) => IDLE_PERMISSIONS[`${page}.${flag}`] ?? [])
  const names = locked.map((flag) => (flag === 'visible' ? 'the menu entry' : flagLabel(flag).toLowerCase()))
  return (
    <fieldset className="pageswitches">
      <legend>{pageLabel(page)}</legend>
      <div className="flags">
        {flags.map((flag) => {
          const one = { page, flag }
          const on = isOn(roles, one)
          const free = mayTurnSwitch(own, one)
          const mark = [flag === 'visible' ? 'entry' : '', free ? '' : 'locked']
          return (
            <span
              key={flag}
              className={`flag row ${mark.join(' ')}${on === isOn(before, one) ? '' : ' changed'}`}
            >
              <Switch
                label={flagLabel(flag)}
                on={on}
                disabled={!free}
                aria-describedby={free ? undefined : `${id}-locked`}
                onChange={(next) => onTurn(flag, next)}
              />
              {!free && <Lock className="small" />}
            </span>
          )
        })}
      </div>
      {idle.length > 0 && locked.length < flags.length && <p className="help">{idle.join(' ')}</p>}
      {locked.length > 0 && (
        <p className="help" id={`${id}-locked`}>
          {locked.length === flags.length
            ? 'Locked: you have no permission on this page yourself.'
            : `Locked, because you do not have it yourself: ${names.join(', ')}.`}
        </p>
      )}
    </fieldset>
  )
}

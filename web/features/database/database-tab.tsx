import './database.css'
import { Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { RESET_GROUPS, RESET_GROUP_NAMES, type ResetGroup } from '@tahanan/contract/reset.ts'
import { BackupSection } from './backup-section.tsx'
import { ResetSheet } from './reset-sheet.tsx'

/** Tab with the backups and the reset of the database (rules 15.23). */
export default function DatabaseTab() {
  return (
    <div className="database stack gap-6">
      <BackupSection />
      <ResetSection />
    </div>
  )
}

/** Form that chooses which groups of tables a reset empties. All are selected by default (rules 12.1). */
function ResetSection() {
  const [chosenGroups, setChosenGroups] = useState<readonly ResetGroup[]>(RESET_GROUP_NAMES)
  const [open, setOpen] = useState(false)
  const count = chosenGroups.length
  const areAllChosen = count === RESET_GROUP_NAMES.length
  const toggleGroup = (name: ResetGroup): void =>
    setChosenGroups(
      RESET_GROUP_NAMES.filter((group) =>
        group === name ? !chosenGroups.includes(group) : chosenGroups.includes(group),
      ),
    )
  return (
    <section className="reset stack" aria-labelledby="reset">
      <h2 id="reset">Reset database</h2>
      <p className="callout">
        <TriangleAlert />
        <span>
          Warning: a reset deletes what is in the chosen tables for everybody, for good. The portal makes a
          backup first, and shows how many records are deleted before you confirm.
        </span>
      </p>
      <fieldset className="tile">
        <legend className="visually-hidden">Tables</legend>
        <label className="whole row">
          <input
            type="checkbox"
            className="check"
            checked={areAllChosen}
            ref={(box) => {
              if (box) box.indeterminate = count > 0 && !areAllChosen
            }}
            onChange={() => setChosenGroups(areAllChosen ? [] : RESET_GROUP_NAMES)}
          />
          All tables
          <span className="num muted">
            {count} of {RESET_GROUP_NAMES.length}
          </span>
        </label>
        <div className="groups">
          {RESET_GROUP_NAMES.map((name) => (
            <label key={name} className="row">
              <input
                type="checkbox"
                className="check"
                checked={chosenGroups.includes(name)}
                onChange={() => toggleGroup(name)}
              />
              {RESET_GROUPS[name].label}
            </label>
          ))}
        </div>
      </fieldset>
      <div>
        <Button
          kind="danger"
          icon={Trash2}
          className="edged"
          disabled={count === 0}
          aria-describedby="reset-why"
          onClick={() => setOpen(true)}
        >
          Reset Database
        </Button>
        <p className="help" id="reset-why">
          {count === 0
            ? 'Choose at least one table.'
            : 'You see how many records are deleted before you confirm.'}
        </p>
      </div>
      {open && <ResetSheet groups={chosenGroups} onClose={() => setOpen(false)} />}
    </section>
  )
}

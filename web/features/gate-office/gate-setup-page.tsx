import '#ui/list-pages/styles.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api/api.ts'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { SettingsForm } from '#ui/forms/settings-form.tsx'
import { useSettingsForm } from '#ui/forms/use-settings-form.ts'
import { FormSection } from '#ui/list-pages/list-section.tsx'
import type { TableColumn } from '#ui/lists/data-table.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { QueryState } from '#ui/query-state.tsx'
import type { Gate, SavedGateSettings } from '@tahanan/contract/gate/answers.ts'
import { DIRECTION_LABELS, gateForm, gateSettingsForm } from '@tahanan/contract/gate/forms.ts'
import { GATE_DEVICES_KEY, GATES_KEY, GATE_SETTINGS_KEY, gateSettingsQuery, gatesQuery } from './calls.ts'
import { Devices } from './devices.tsx'
import { DoNotAdmit } from './do-not-admit.tsx'
import './gate-office.css'

const COLUMNS: readonly TableColumn<Gate>[] = [
  { label: 'Name', look: 'wide', isRowOpener: true, renderCell: ({ name }) => name },
  { label: 'Direction', renderCell: ({ direction }) => DIRECTION_LABELS[direction] },
]

const toCard = ({ name, direction }: Gate) => ({ heading: name, words: <p>{DIRECTION_LABELS[direction]}</p> })

function Gates() {
  return (
    <FormSection
      title="Gates"
      query={useQuery(gatesQuery)}
      noun="gate"
      purpose="Begin here: add each guardhouse, then its devices."
      columns={COLUMNS}
      card={toCard}
      getName={({ name }) => name}
      narrow
      form={gateForm}
      path="/gate"
      panelName="gate"
      lossWarning="Its devices end with it, and guards there are logged out."
      staleQueries={[GATES_KEY, GATE_DEVICES_KEY]}
    />
  )
}

/** Page that manages the gates, the guards' devices and the do-not-admit list (rules 24.34). */
export default function GateSetupPage() {
  return (
    <div className="office gate-setup">
      <PageHead title="Gates and devices" />
      <Gates />
      <Devices />
      <DoNotAdmit />
      <GateSettings />
    </div>
  )
}

/**
 * Settings of the gate: hours of passes, directions for visitors, and how long a resident may take to answer
 * about a visitor without a pass (rules 24.2).
 */
function GateSettings() {
  const query = useQuery(gateSettingsQuery)
  return (
    <section aria-labelledby="gate-settings">
      <h2 id="gate-settings">Passes and walk-ins</h2>
      <p className="lead">Changed hours count for passes that are made later.</p>
      {query.data ? (
        <GateSettingsForm savedSettings={query.data} />
      ) : (
        <QueryState query={query} title="The settings could not be read" />
      )}
    </section>
  )
}

function GateSettingsForm({ savedSettings }: { savedSettings: SavedGateSettings }) {
  const form = useSettingsForm({
    name: 'gate settings',
    form: gateSettingsForm,
    saved: savedSettings,
    send: (changes, version) =>
      api.put('/gate-settings', { ...savedSettings, ...changes, updated_at: version }),
    staleQueries: [GATE_SETTINGS_KEY],
    onSaved: () => toast.success('Settings of the gate saved'),
  })
  return (
    <SettingsForm form={form} className="gate-settings" submitLabel="Save settings">
      <FormFields form={form} />
    </SettingsForm>
  )
}

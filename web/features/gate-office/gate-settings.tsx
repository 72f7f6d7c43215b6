import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api/api.ts'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { SettingsForm } from '#ui/forms/settings-form.tsx'
import { useSettingsForm } from '#ui/forms/use-settings-form.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { QueryState } from '#ui/query-state.tsx'
import type { SavedGateSettings } from '@tahanan/contract/gate/answers.ts'
import { gateSettingsForm } from '@tahanan/contract/gate/forms.ts'
import { gateSettingsQuery, SETTINGS } from './calls.ts'

/** Hours of passes, the text on how to get in, and the time for the answer to a walk-in (rules 24.2). */
export function GateSettings() {
  const query = useQuery(gateSettingsQuery)
  return (
    <section aria-labelledby="gate-settings">
      <h2 id="gate-settings">Passes and walk-ins</h2>
      <p className="lead">Changed hours count for passes that are made later.</p>
      {query.data ? (
        <GateSettingsForm saved={query.data} />
      ) : (
        <QueryState query={query} title="The settings could not be read" />
      )}
    </section>
  )
}

function GateSettingsForm({ saved }: { saved: SavedGateSettings }) {
  const form = useSettingsForm({
    name: 'gate settings',
    form: gateSettingsForm,
    saved,
    send: (changes, version) => api.put('/gate-settings', { ...saved, ...changes, updated_at: version }),
    stale: [SETTINGS],
    onSaved: () => toast.success('Settings of the gate saved'),
  })
  return (
    <SettingsForm form={form} className="gate-settings" submitLabel="Save settings">
      <FormFields form={form} />
    </SettingsForm>
  )
}

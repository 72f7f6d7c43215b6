import { ArrowDown, ArrowUp, ChevronDown, FilePlus } from 'lucide-react'
import { formatCount } from '#lib/format-number.ts'
import { formatDateTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { CollapsibleFileList } from '#ui/files/collapsible-file-list.tsx'
import { type TableColumn, DataTable } from '#ui/lists/data-table.tsx'
import { RowOpener } from '#ui/lists/row-opener.tsx'
import { type RowAction, RowMenu, createDeleteAction, createOpenAction } from '#ui/overlays/row-menu.tsx'
import type { HeaderWithPolicies, Policy } from '@tahanan/contract/records/answers.ts'
import { useSortableHeader } from './sortable-headers.tsx'

export interface PolicyActions {
  mayEdit: boolean
  mayDelete: boolean
  addPolicy: (header: HeaderWithPolicies) => void
  editHeader: (header: HeaderWithPolicies) => void
  editPolicy: (policy: Policy) => void
  getLink: (policy: Policy) => string
  deleteHeader: (header: HeaderWithPolicies) => void
  deletePolicy: (policy: Policy) => void
  /**
   * Moves a header to another position. Undefined if the list is filtered, because some headers are then
   * hidden.
   */
  move?: (id: number, to: number) => void
}

interface HeaderViewProps {
  header: HeaderWithPolicies
  index: number
  count: number
  open: boolean
  onToggle: () => void
  actions: PolicyActions
}

function getHeaderMenu({ header, index, count, actions }: HeaderViewProps): RowAction[] {
  const { mayEdit, mayDelete, move, addPolicy, editHeader, deleteHeader } = actions
  const createMoveHandler = (step: number) => () => move?.(header.id, index + step)
  return [
    ...(mayEdit ? [{ label: 'Add policy', icon: FilePlus, onSelect: () => addPolicy(header) }] : []),
    {
      ...createOpenAction(() => editHeader(header), mayEdit),
      label: mayEdit ? 'Edit header' : 'View header',
    },
    // Menu actions as an alternative to dragging (WCAG 2.5.7).
    ...(mayEdit && move
      ? [
          { label: 'Move up', icon: ArrowUp, disabled: index === 0, onSelect: createMoveHandler(-1) },
          {
            label: 'Move down',
            icon: ArrowDown,
            disabled: index === count - 1,
            onSelect: createMoveHandler(1),
          },
        ]
      : []),
    ...(mayDelete ? [{ ...createDeleteAction(() => deleteHeader(header)), label: 'Delete header' }] : []),
  ]
}

function getPolicyMenu(
  policy: Policy,
  { mayEdit, mayDelete, editPolicy, deletePolicy }: PolicyActions,
): RowAction[] {
  return [
    createOpenAction(() => editPolicy(policy), mayEdit),
    ...(mayDelete ? [createDeleteAction(() => deletePolicy(policy))] : []),
  ]
}

const formatPolicyCount = ({ policies }: HeaderWithPolicies): string =>
  formatCount(policies.length, 'policy', 'policies')

function ExpandButton({ header, open, onToggle }: Pick<HeaderViewProps, 'header' | 'open' | 'onToggle'>) {
  return (
    <button
      type="button"
      className="unfold inline"
      aria-expanded={open}
      aria-controls={`policies-${header.id}`}
      onClick={onToggle}
    >
      <ChevronDown />
      {header.header}
    </button>
  )
}

export function HeaderRows(props: HeaderViewProps) {
  const { header, open, actions } = props
  const { ref, style, dragging, handle } = useSortableHeader(header)
  return (
    <tbody ref={ref} style={style} className={dragging ? 'dragged' : ''}>
      <tr>
        {actions.move && <td className="gripcell">{actions.mayEdit && handle}</td>}
        <td className="wide">
          <ExpandButton {...props} />
        </td>
        <td className="c-num">{formatPolicyCount(header)}</td>
        <td>
          <CollapsibleFileList files={header.files} />
        </td>
        <td className="right">
          <span className="rowact">
            {actions.mayEdit && (
              <button
                type="button"
                className="row-button"
                aria-label={`Add policy to ${header.header}`}
                onClick={() => actions.addPolicy(header)}
              >
                Add policy
              </button>
            )}
            <RowMenu label={`Actions for ${header.header}`} actions={getHeaderMenu(props)} />
          </span>
        </td>
      </tr>
      <tr hidden={!open} className="under" id={`policies-${header.id}`}>
        <td colSpan={actions.move ? 5 : 4}>{open && <PolicyTable {...props} />}</td>
      </tr>
    </tbody>
  )
}

const COLUMNS: [TableColumn<Policy>][] = [
  [{ label: 'Sub Header', look: 'wide', renderCell: ({ subHeader }) => subHeader }],
  [{ label: 'Title', look: 'wide', isRowOpener: true, renderCell: ({ title }) => title }],
  [{ label: 'Date', look: 'c-num', renderCell: ({ date }) => formatDateTime(date) }],
  [{ label: 'Files', renderCell: ({ files }) => <CollapsibleFileList files={files} /> }],
]

function PolicyTable({ header, actions }: HeaderViewProps) {
  if (header.policies.length === 0) return <p className="subtle">No policies under this header yet.</p>
  return (
    <DataTable
      caption={header.header}
      columns={COLUMNS}
      rows={header.policies}
      getName={({ title }) => title}
      getLink={actions.getLink}
      actions={(policy) => getPolicyMenu(policy, actions)}
    />
  )
}

export function HeaderCard(props: HeaderViewProps) {
  const { header, open, actions } = props
  const shownPolicies = open ? header.policies : []
  const { ref, style, dragging, handle } = useSortableHeader(header)
  return (
    <article ref={ref} style={style} className={`tile hcard${dragging ? ' dragged' : ''}`}>
      <header>
        {actions.move && actions.mayEdit && handle}
        <h2 className="grow">
          <ExpandButton {...props} />
        </h2>
        <RowMenu label={`Actions for ${header.header}`} actions={getHeaderMenu(props)} />
      </header>
      <p className="muted">{formatPolicyCount(header)}</p>
      {header.files.length > 0 && <CollapsibleFileList files={header.files} />}
      <ul id={`policies-${header.id}`} hidden={!open}>
        {shownPolicies.map((policy) => (
          <li key={policy.id}>
            <div className="grow">
              <b>
                <RowOpener address={actions.getLink(policy)}>{policy.title}</RowOpener>
              </b>
              <p className="minor">{policy.subHeader}</p>
              <p className="minor num">{formatDateTime(policy.date)}</p>
              <CollapsibleFileList files={policy.files} />
            </div>
            <RowMenu label={`Actions for ${policy.title}`} actions={getPolicyMenu(policy, actions)} />
          </li>
        ))}
        {open && header.policies.length === 0 && (
          <li className="subtle">No policies under this header yet.</li>
        )}
        {open && actions.mayEdit && (
          <li>
            <Button
              kind="quiet"
              icon={FilePlus}
              aria-label={`Add policy to ${header.header}`}
              onClick={() => actions.addPolicy(header)}
            >
              Add policy
            </Button>
          </li>
        )}
      </ul>
    </article>
  )
}

import './styles.ts'
import { Download, FileSpreadsheet, type LucideIcon, Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { CsvChoice } from '#lib/api/selected-rows.ts'
import type { RowName } from '#lib/saving-rows.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import type { Identified } from '#ui/lists/data-table.tsx'
import type { Status } from '@tahanan/contract/statuses.ts'
import type { StatusTab } from '@tahanan/contract/tickets/define-module.ts'
import type { RowAction } from '../overlays/row-menu.tsx'
import { PageHead } from '../page-head.tsx'
import { useIsPhone } from '../use-media-query.ts'
import { DataList, type DataListProps } from './data-list.tsx'
import type { ListParams } from './list-params.ts'
import { SearchBox, StatusTabs } from './list-tools.tsx'
import { SelectionBar } from './selection-bars.tsx'
import { type PageSelection, useSelection } from './selection.ts'
import type { CsvDownload } from './use-csv-download.ts'

interface AdditionalCsvDownload extends Omit<CsvDownload, 'download'> {
  label: string
  download: () => void
}

interface ListToolsProps {
  searchHint: string
  list: {
    filter: { searchTerm: string; status?: Status }
    change: (next: { searchTerm?: string; status?: Status }) => void
  }
  add?: { label: string; onPress: () => void }
  csv?: {
    label?: string
    download: () => void
    busy: boolean
    progress?: string
    additionalDownload?: AdditionalCsvDownload
  }
  filterButton?: ReactNode
  children?: ReactNode
}

export function ListTools(props: ListToolsProps) {
  const {
    searchHint,
    list: { filter, change },
    add,
    csv,
    filterButton,
    children,
  } = props
  const phone = useIsPhone()
  const saveLabel = csv?.label ?? 'Download CSV'
  return (
    <div className="office-tools row">
      <SearchBox
        hint={searchHint}
        value={filter.searchTerm}
        onSearch={(searchTerm) => change({ searchTerm })}
      />
      {filterButton}
      {!phone && <span className="spacer" />}
      {csv &&
        (phone ? (
          <IconButton icon={Download} label={saveLabel} onClick={csv.download} />
        ) : (
          <Button icon={Download} busy={csv.busy} onClick={csv.download}>
            {csv.progress ?? saveLabel}
          </Button>
        ))}
      {csv?.additionalDownload &&
        (phone ? (
          <IconButton
            icon={FileSpreadsheet}
            label={csv.additionalDownload.label}
            onClick={csv.additionalDownload.download}
          />
        ) : (
          <Button
            icon={FileSpreadsheet}
            busy={csv.additionalDownload.busy}
            onClick={csv.additionalDownload.download}
          >
            {csv.additionalDownload.progress ?? csv.additionalDownload.label}
          </Button>
        ))}
      {!phone && add && (
        <Button kind="primary" icon={Plus} onClick={add.onPress}>
          {add.label}
        </Button>
      )}
      {children}
    </div>
  )
}

interface ListFrameProps extends ListToolsProps {
  title: string
  className?: string
  tabs?: readonly StatusTab[]
  counts?: Record<string, number>
  id?: string
  views?: ReactNode
  tools?: ReactNode
}

export function ListFrame({ title, className = '', tabs, counts, id = '', tools, ...props }: ListFrameProps) {
  const { list, add, children, views } = props
  const phone = useIsPhone()
  return (
    <div className={`office ${className}`}>
      <PageHead title={title} action={phone && add ? { ...add, icon: Plus } : undefined} />
      <div className="tab-line">
        {tabs && (
          <StatusTabs
            tabs={tabs}
            status={list.filter.status}
            counts={counts}
            controls={id}
            onStatus={(status) => list.change({ status })}
          />
        )}
        {views}
      </div>
      <ListTools {...props}>{tools}</ListTools>
      {children}
    </div>
  )
}

interface ListPageProps<Row extends Identified>
  extends
    Omit<ListFrameProps, 'csv' | 'counts' | 'id' | 'list'>,
    Omit<
      DataListProps<Row>,
      | 'caption'
      | 'filter'
      | 'id'
      | 'onClearFilters'
      | 'onClearSearch'
      | 'onPage'
      | 'onResize'
      | 'selection'
      | 'selectionActions'
      | 'sorting'
    > {
  caption?: string
  list: ListParams
  isWholeList?: boolean
  /**
   * Download of the selected rows as CSV. If no row is selected (`count` is 0), it contains all rows of the
   * tab and search.
   */
  csv?: {
    download: (choice: CsvChoice, count: number) => void
    busy: boolean
    progress?: string
    additionalDownload?: CsvDownload & { label: string }
  }
  bulk?: { label: string; icon: LucideIcon; run: (choice: CsvChoice) => void; busy: boolean }
  /**
   * Renders the buttons of the selection bar. On phones, `downloads` are added as entries of the bar's menu.
   */
  renderSelectionActions?: (selection: PageSelection, downloads?: readonly RowAction[]) => ReactNode
  filters?: ReactNode
  /**
   * Returns a row's name, such as 'payment 7'. Code that decides or deletes rows deselects them by this name.
   */
  rowName?: (id: number) => RowName
}

export function ListPage<Row extends Identified>(props: ListPageProps<Row>) {
  const {
    title,
    list,
    add,
    csv,
    query,
    children,
    filters,
    isWholeList,
    bulk,
    renderSelectionActions,
    tools,
  } = props
  const { filter, change, openPage, resize } = list
  const id = useId()
  const phone = useIsPhone()
  const selection = useSelection(filter, query.data?.total ?? 0, props.rowName)
  const hasSelection = selection.count > 0
  const moreDownloads = csv?.additionalDownload && {
    ...csv.additionalDownload,
    download: () => csv.additionalDownload?.download(selection.csv),
  }
  const downloadAction = csv && {
    ...csv,
    additionalDownload: moreDownloads,
    download: () => csv.download(selection.csv, selection.count),
  }
  return (
    <ListFrame
      {...props}
      id={id}
      counts={query.data?.counts}
      add={phone && hasSelection ? undefined : add}
      csv={phone && hasSelection ? undefined : downloadAction}
      tools={
        <>
          {bulk && hasSelection && (
            <Button
              icon={bulk.icon}
              busy={bulk.busy}
              onClick={() => bulk.run(selection.csv)}
            >{`${bulk.label} ${selection.count.toLocaleString('en')}`}</Button>
          )}
          {tools}
        </>
      }
    >
      {filters}
      <DataList
        {...props}
        id={props.tabs && id}
        caption={props.caption ?? title}
        sorting={list.sorting.keys.length > 0 ? list.sorting : undefined}
        filter={filter}
        selection={csv || bulk ? selection : undefined}
        onPage={isWholeList ? undefined : openPage}
        onResize={isWholeList ? undefined : resize}
        selectionActions={!phone && hasSelection && renderSelectionActions?.(selection)}
        onClearSearch={() => change({ searchTerm: '' })}
        onClearFilters={list.filters && (() => list.filters?.choose({}))}
      />
      {phone && hasSelection && downloadAction && (
        <SelectionBar selection={selection} csv={downloadAction} renderActions={renderSelectionActions} />
      )}
      {children}
    </ListFrame>
  )
}

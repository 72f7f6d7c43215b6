// Styles of list and form pages. Scripts import them instead of `@import`, so that each rule is in only one
// bundle. If it were in two, the order of the rules would depend on the page that was opened first.
import '#ui/forms/form.css'
import '#ui/lists/record-table.css'
import './list-page.css'

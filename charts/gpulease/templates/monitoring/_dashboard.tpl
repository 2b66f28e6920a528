{{/*
The JSON of a Grafana dashboard from a file in files/dashboards: two panels per row, each with its queries. The selectors at the top
are the data source and the file's variables.
*/}}
{{- define "gpulease.dashboard" -}}
{{- $source := dict "type" "prometheus" "uid" "${datasource}" }}
{{- $panels := list }}
{{- $variables := list (dict "name" "datasource" "label" "Prometheus" "type" "datasource" "query" "prometheus") }}
{{- range .variables }}
{{- $variables = append $variables (dict
  "name" .name
  "label" .label
  "type" "query"
  "datasource" $source
  "definition" .query
  "query" (dict "query" .query "refId" .name)
  "regex" .regex
  "refresh" 2
  "sort" 1
) }}
{{- end }}
{{- range $index, $panel := .panels }}
{{- $targets := list }}
{{- range $number, $query := $panel.queries }}
{{- $target := dict "refId" (printf "%c" (add 65 $number | int)) "expr" $query.expr "legendFormat" ($query.legend | default "__auto") }}
{{- $targets = append $targets $target }}
{{- end }}
{{- $panels = append $panels (dict
  "id" (add 1 $index)
  "type" ($panel.type | default "timeseries")
  "title" $panel.title
  "description" ($panel.description | default "")
  "datasource" $source
  "gridPos" (dict "x" (mul 12 (mod $index 2)) "y" (mul 8 (div $index 2)) "w" 12 "h" 8)
  "fieldConfig" (dict "defaults" (dict "unit" ($panel.unit | default "short") "min" 0) "overrides" list)
  "targets" $targets
) }}
{{- end }}
{{- dict
  "uid" .uid
  "title" .title
  "tags" (list "gpulease")
  "schemaVersion" 39
  "refresh" "1m"
  "time" (dict "from" "now-24h" "to" "now")
  "templating" (dict "list" $variables)
  "links" (list (dict "type" "dashboards" "title" "GPULease" "tags" (list "gpulease") "asDropdown" true "keepTime" true))
  "panels" $panels
  | toPrettyJson }}
{{- end }}

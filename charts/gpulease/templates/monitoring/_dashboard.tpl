{{/* The JSON of a dashboard for Grafana, of a file of files/dashboards: two panels in a row, each with its queries. */}}
{{- define "gpulease.dashboard" -}}
{{- $source := dict "type" "prometheus" "uid" "${datasource}" }}
{{- $panels := list }}
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
  "templating" (dict "list" (list (dict "name" "datasource" "label" "Prometheus" "type" "datasource" "query" "prometheus")))
  "links" (list (dict "type" "dashboards" "title" "GPULease" "tags" (list "gpulease") "asDropdown" true "keepTime" true))
  "panels" $panels
  | toPrettyJson }}
{{- end }}

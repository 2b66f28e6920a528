{{/* Labels of every object of the chart. */}}
{{- define "gpulease.labels" -}}
app.kubernetes.io/name: gpulease
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

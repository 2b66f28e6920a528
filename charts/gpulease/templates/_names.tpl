{{/* Labels of every object of the chart. */}}
{{- define "gpulease.labels" -}}
app.kubernetes.io/name: gpulease
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/*
The users that the API server sees when one of our processes calls it. Every rule about who may do what names them
through here.
*/}}
{{- define "gpulease.user.operator" -}}
system:serviceaccount:{{ .Release.Namespace }}:gpulease-operator
{{- end }}
{{- define "gpulease.user.bff" -}}
system:serviceaccount:{{ .Release.Namespace }}:gpulease-bff
{{- end }}
{{- define "gpulease.user.worker" -}}
system:serviceaccount:{{ .Release.Namespace }}:gpulease-worker
{{- end }}

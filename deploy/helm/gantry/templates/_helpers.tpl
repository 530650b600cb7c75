{{- define "gantry.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "gantry.fullname" -}}
{{- $name := include "gantry.name" . }}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" }}
{{- else if contains $name .Release.Name }}
{{- .Release.Name | trunc 63 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name $name | trunc 63 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "gantry.selector" -}}
app.kubernetes.io/name: {{ include "gantry.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "gantry.labels" -}}
{{ include "gantry.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "gantry.image" -}}
{{- with .Values.image }}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ default $.Chart.AppVersion .tag }}{{ end }}
{{- end }}
{{- end }}

{{- /* Whether the chart makes the secret: existingSecret goes first. */ -}}
{{- define "gantry.makesSecret" -}}
{{- if not .Values.existingSecret }}
{{- with .Values.secret }}{{ if or .databaseUrl .secretKey .bootstrapToken }}true{{ end }}{{ end }}
{{- end }}
{{- end }}

{{- define "gantry.secretName" -}}
{{- if .Values.existingSecret }}{{ .Values.existingSecret }}{{ else if include "gantry.makesSecret" . }}{{ include "gantry.fullname" . }}{{ end }}
{{- end }}

{{- /* What would start and then not work is not installed. */ -}}
{{- define "gantry.check" -}}
{{- if eq .Values.storage "postgres" }}
{{- if not .Values.existingSecret }}
{{- if not (and .Values.secret.databaseUrl .Values.secret.secretKey) }}
{{- fail "storage: postgres needs existingSecret, a secret with DATABASE_URL and SECRET_KEY, or secret.databaseUrl and secret.secretKey" }}
{{- end }}
{{- end }}
{{- else if .Values.secret.databaseUrl }}
{{- fail "storage: sqlite has no use for secret.databaseUrl: set storage to postgres, or take it out" }}
{{- end }}
{{- if and .Values.serviceMonitor.enabled (not .Values.serviceMonitor.tokenSecret.name) }}
{{- fail "serviceMonitor needs tokenSecret.name, a secret with the token of an operator" }}
{{- end }}
{{- end }}
